package atlas.validation.stream;

import atlas.validation.record.Outcome;
import atlas.validation.record.TokenCountSource;
import atlas.validation.stream.Parsed.Broken;
import atlas.validation.stream.Parsed.Chunk;
import atlas.validation.stream.Parsed.Done;
import atlas.validation.stream.Parsed.Noise;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of a 2xx answer to a streamed request and says what it was. Whatever the bytes are, the result is an
 * {@link Answer} with an outcome. Not safe for use by several threads.
 *
 * <pre>{@code
 * AnswerReader reader = new AnswerReader();
 * while (read(buffer)) {
 *     reader.feed(buffer, 0, length, stampOfThatRead);
 * }
 * Answer answer = bodyIsWhole ? reader.end(stampOfTheEnd) : reader.cut();
 * }</pre>
 */
public final class AnswerReader {

    /** The stream ended without {@code [DONE]}. */
    public static final String MISSING_DONE = "missing_done";

    /** The stream ended with {@code [DONE]} and gave no finish reason. */
    public static final String MISSING_FINISH_REASON = "missing_finish_reason";

    /** Something that is no JSON came as data, as some proxies do to keep a connection alive. */
    public static final String MALFORMED_KEEPALIVE = "malformed_keepalive";

    /** The body ended before the blank line of its last event. */
    public static final String UNTERMINATED_FINAL_EVENT = "unterminated_final_event";

    /** Events came after {@code [DONE]} and were ignored. */
    public static final String EVENTS_AFTER_DONE = "events_after_done";

    /** All tokens came in one read: something between server and client holds the stream back, and TPOT is unknown. */
    public static final String TOKENS_IN_ONE_READ = "tokens_in_one_read";

    /** The server counts reasoning tokens that it did not stream. */
    public static final String HIDDEN_REASONING = "hidden_reasoning";

    /**
     * The server ended the answer at its own limit of time, by {@code finish_reason} {@code timeout}, as Atlas does.
     */
    public static final String ENDED_BY_TIMEOUT = "ended_by_timeout";

    /** The server told no token count. */
    public static final String MISSING_USAGE = "missing_usage";

    /** No model writes as much, and a row must hold the time of each of them. */
    static final int MOST_TOKEN_EVENTS = 1 << 20;

    private static final String ENDING_OF_TIMEOUT = "timeout";

    /** Text beyond this is not kept. */
    private static final int MOST_TEXT = 16 << 20;

    private final BodySniffer body;
    private final RepeatingEvents events;
    private final boolean keepText;
    private final @Nullable CallPieces calls;
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder thoughts = new StringBuilder();
    private boolean textIsAll = true;
    private final StampList tokenStamps = new StampList();
    private final ChunkTokens tokensByIds = new ChunkTokens();
    private final ChunkTokens tokensByUsage = new ChunkTokens();
    private final Set<String> warnings = new LinkedHashSet<>();
    private @Nullable Long firstEvent;
    private @Nullable Long firstChoices;
    private @Nullable Long firstAnswerToken;
    private @Nullable Long done;
    private @Nullable String finishReason;
    private @Nullable String gaveUp;
    private @Nullable String streamError;
    private @Nullable String broken;
    private @Nullable String noise;
    private @Nullable String tooLarge;
    private Usage usage = Usage.NONE;
    private int tokenIds;
    private boolean reasoningSeen;

    /** Creates a reader that counts and stamps, and keeps no text. */
    public AnswerReader() {
        this(false);
    }

    /** Creates a reader that keeps the answer's text if asked to. */
    public AnswerReader(boolean keepText) {
        this(keepText, false);
    }

    /** Creates a reader that keeps the answer's text, and its tool calls, if asked to. */
    public AnswerReader(boolean keepText, boolean keepCalls) {
        this(keepText, keepCalls, SseDecoder.DEFAULT_LIMIT);
    }

    AnswerReader(boolean keepText, boolean keepCalls, int limitBytes) {
        this.keepText = keepText;
        this.calls = keepCalls ? new CallPieces() : null;
        this.events = new RepeatingEvents(keepText);
        this.body = new BodySniffer(new SseDecoder(new Events(), limitBytes));
    }

    /** Takes the bytes of one read with its stamp. */
    public void feed(byte[] bytes, int offset, int length, long stampNanos) {
        body.feed(bytes, offset, length, stampNanos);
    }

    /** Tells whether a token has come. */
    public boolean hasToken() {
        return tokenStamps.size() > 0;
    }

    /** Tells whether {@code [DONE]} has come: nothing that follows matters. */
    public boolean isDone() {
        return done != null;
    }

    /** Tells whether the server has told an error: whatever follows, the request has failed. */
    public boolean hasError() {
        return streamError != null;
    }

    /**
     * Tells whether reading on is of no use: an event was too large, there are too many of them, or the body is a long
     * one of something else than events.
     */
    public boolean isHopeless() {
        return tooLarge != null || body.isTooLong() || tokenStamps.size() >= MOST_TOKEN_EVENTS;
    }

    /** Ends a body that is whole, and returns what it was. */
    public Answer end(long stampNanos) {
        body.end();
        return answer(done == null ? stampNanos : done);
    }

    /** Ends a body that broke off, and returns what had come until then. */
    public Answer cut() {
        return answer(done);
    }

    private void onEvent(SseEvent event) {
        body.sawEvent();
        if (done != null) {
            warnings.add(EVENTS_AFTER_DONE);
            return;
        }
        if (tokenStamps.size() >= MOST_TOKEN_EVENTS) {
            return;
        }
        if (firstEvent == null) {
            firstEvent = event.stampNanos();
        }
        if (!event.terminated()) {
            warnings.add(UNTERMINATED_FINAL_EVENT);
        }
        switch (events.parse(event.data())) {
            case Done ignored -> done = event.stampNanos();
            case Noise(String said) -> onNoise(event, said);
            case Broken(String said) -> onBroken(event, said);
            case Chunk chunk -> onChunk(event, chunk);
        }
    }

    private void onNoise(SseEvent event, String said) {
        if (isErrorType(event)) {
            tellError(said.isEmpty() ? ErrorText.NO_MESSAGE : ErrorText.oneLine(said));
        } else if (!said.isEmpty()) {
            warnings.add(MALFORMED_KEEPALIVE);
            noise = noise == null && !said.startsWith(":") ? said : noise;
        }
    }

    /** Takes JSON that cannot be read: an error that nobody escaped, a cut-off tail, or a chunk that is lost. */
    private void onBroken(SseEvent event, String said) {
        if (isErrorType(event) || said.stripLeading().startsWith("{\"error\"")) {
            tellError(ErrorText.oneLine(said));
        } else if (event.terminated()) {
            broken = said;
        }
    }

    /** Keeps the first error: those behind it are what it led to. */
    private void tellError(String error) {
        streamError = streamError == null ? error : streamError;
    }

    private static boolean isErrorType(SseEvent event) {
        return SseDecoder.ERROR_TYPE.equals(event.type());
    }

    private void onChunk(SseEvent event, Chunk chunk) {
        long stamp = event.stampNanos();
        if (chunk.error() != null) {
            tellError(chunk.error());
        } else if (isErrorType(event) && !chunk.choices()) {
            tellError(chunk.message() == null ? ErrorText.of(event.data()) : ErrorText.oneLine(chunk.message()));
        }
        if (chunk.choices() && firstChoices == null) {
            firstChoices = stamp;
        }
        if (chunk.finishReason() != null) {
            finishReason = chunk.finishReason();
            gaveUp = gaveUp == null && GivenUp.isToldBy(finishReason) ? GivenUp.sentence(finishReason) : gaveUp;
        }
        if (chunk.usage() != null) {
            usage = usage.updatedBy(chunk.usage());
        }
        tokenIds += Math.max(chunk.tokenIds(), 0);
        if (chunk.isToken()) {
            onToken(stamp, chunk);
        }
        if (calls != null && chunk.wordless()) {
            calls.add(stamp, event.data());
        }
    }

    private void onToken(long stamp, Chunk chunk) {
        tokenStamps.add(stamp);
        tokensByIds.add(chunk.tokenIds() < 0 ? -1 : tokenIds);
        Integer total = chunk.usage() == null ? null : chunk.usage().completionTokens();
        tokensByUsage.add(total == null ? -1 : total);
        reasoningSeen |= chunk.reasoning();
        if (chunk.answer() && firstAnswerToken == null) {
            firstAnswerToken = stamp;
        }
        if (keepText) {
            keep(chunk);
        }
    }

    private void keep(Chunk chunk) {
        if (text.length() + thoughts.length() > MOST_TEXT) {
            textIsAll = false;
            return;
        }
        if (chunk.text() != null) {
            text.append(chunk.text());
        }
        if (chunk.thought() != null) {
            thoughts.append(chunk.thought());
        }
        textIsAll &= !chunk.wordless();
    }

    private Answer answer(@Nullable Long end) {
        long[] stamps = tokenStamps.toArray();
        Counted counted = count(stamps.length);
        Outcome outcome = outcome(stamps.length);
        List<String> all = new ArrayList<>(warnings);
        if (outcome == Outcome.SUCCESS) {
            addWarnings(all, stamps, counted);
        }
        int[] byIds = tokensByIds.toArray();
        return new Answer(
                outcome,
                error(outcome),
                finishReason,
                firstEvent,
                firstChoices,
                firstAnswerToken,
                stamps,
                byIds == null ? tokensByUsage.toArray() : byIds,
                end,
                usage,
                counted.tokens(),
                counted.source(),
                text.toString(),
                thoughts.toString(),
                keepText && textIsAll,
                all,
                calls == null ? List.of() : calls.calls());
    }

    private Outcome outcome(int tokens) {
        if (tooLarge != null) {
            return Outcome.EVENT_TOO_LARGE;
        }
        if (streamError != null || gaveUp != null || body.blockingError() != null) {
            return Outcome.IN_STREAM_ERROR;
        }
        if (body.isBlocking()) {
            return Outcome.NOT_STREAMED;
        }
        boolean terminal = done != null || finishReason != null;
        if (broken != null
                || tokens >= MOST_TOKEN_EVENTS
                || body.isForeign()
                || (noise != null && tokens == 0 && !terminal)) {
            return Outcome.MALFORMED_STREAM;
        }
        if (!terminal) {
            return Outcome.INCOMPLETE_STREAM;
        }
        return tokens == 0 ? Outcome.NO_TOKENS : Outcome.SUCCESS;
    }

    private @Nullable String error(Outcome outcome) {
        return switch (outcome) {
            case EVENT_TOO_LARGE -> tooLarge;
            case IN_STREAM_ERROR -> inStreamError();
            case NOT_STREAMED -> "the answer is JSON, not a stream of events, although a stream was asked for";
            case MALFORMED_STREAM -> "not a readable event stream: " + malformedPart();
            case INCOMPLETE_STREAM ->
                "the body ended after " + tokenStamps.size() + " token events without finish_reason or [DONE]";
            case NO_TOKENS -> "the stream ended well and carried no token";
            default -> null;
        };
    }

    private @Nullable String inStreamError() {
        String told = streamError == null ? body.blockingError() : streamError;
        return told == null ? gaveUp : told;
    }

    private String malformedPart() {
        if (tokenStamps.size() >= MOST_TOKEN_EVENTS) {
            return "it has more than " + MOST_TOKEN_EVENTS + " token events";
        }
        String part = broken != null ? broken : body.isForeign() ? body.beginning() : noise;
        return ErrorText.oneLine(part == null ? "" : part);
    }

    private Counted count(int chunks) {
        Integer told = usage.completionTokens();
        if (told != null && (told > 0 || chunks == 0)) {
            return new Counted(told, TokenCountSource.USAGE);
        }
        if (tokenIds > 0) {
            return new Counted(tokenIds, TokenCountSource.TOKEN_IDS);
        }
        return chunks > 0 ? new Counted(chunks, TokenCountSource.CHUNKS) : new Counted(null, null);
    }

    private void addWarnings(List<String> all, long[] stamps, Counted counted) {
        if (done == null) {
            all.add(MISSING_DONE);
        } else if (finishReason == null) {
            all.add(MISSING_FINISH_REASON);
        }
        if (counted.source() != TokenCountSource.USAGE) {
            all.add(MISSING_USAGE);
        }
        if (ENDING_OF_TIMEOUT.equals(finishReason)) {
            all.add(ENDED_BY_TIMEOUT);
        }
        Integer reasoning = usage.reasoningTokens();
        if (reasoning != null && reasoning > 0 && !reasoningSeen) {
            all.add(HIDDEN_REASONING);
        }
        Integer tokens = counted.tokens();
        if (tokens != null && tokens > 1 && stamps[0] == stamps[stamps.length - 1]) {
            all.add(TOKENS_IN_ONE_READ);
        }
    }

    private record Counted(
            @Nullable Integer tokens, @Nullable TokenCountSource source) {}

    /** Keeps the listening out of the reader's own contract. */
    private final class Events implements SseListener {

        @Override
        public void onEvent(SseEvent event) {
            AnswerReader.this.onEvent(event);
        }

        @Override
        public void onComment(long stampNanos) {
            body.sawComment();
        }

        @Override
        public void onEventTooLarge(int limitBytes, long stampNanos) {
            tooLarge = "one event exceeds " + limitBytes + " bytes";
        }
    }
}
