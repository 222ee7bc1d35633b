package atlas.validation.client;

import atlas.validation.client.Attempt.Refused;
import atlas.validation.client.Attempt.Streamed;
import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.record.TokenCountSource;
import atlas.validation.stream.Answer;
import atlas.validation.stream.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Makes a row of a request that has ended.
 *
 * @param names what rows are labelled with, and what they need besides
 * @param startedAt the start of the cell's clock
 */
record RequestRows(CellRun.Names names, long startedAt) {

    /** An answer shorter than asked for, from a server that is not known to reach any length. */
    static final String LENGTH_NOT_FORCED = "length_not_forced";

    /** An answer longer than asked for. */
    static final String MORE_TOKENS_THAN_ASKED = "more_tokens_than_asked";

    /** The body did not end after {@code [DONE]}, so that its connection was not used again. */
    static final String BODY_NOT_ENDED = "body_not_ended";

    /** The body came compressed although nobody asked for it: what packs it may hold tokens back. */
    static final String COMPRESSED = "compressed";

    static final String MISSING_CONTENT_TYPE = "missing_content_type";
    static final String UNEXPECTED_CONTENT_TYPE = "unexpected_content_type";

    /** The part of the token limit that counts as the whole length. */
    private static final double WHOLE_LENGTH = 0.99;

    RequestRecord row(Attempt ended) {
        Attempt attempt = counted(ended);
        Verdict verdict = verdict(attempt);
        Answer answer = attempt.response() instanceof Streamed streamed ? streamed.answer() : null;
        Usage usage = answer == null ? Usage.NONE : answer.usage();
        RequestTimes times = new RequestTimes(attempt.sent() == null ? startedAt : attempt.sent());
        PreparedRequest request = attempt.request();
        return new RequestRecord(
                names.target(),
                names.cell(),
                request.index(),
                names.repeat(),
                request.turn(),
                request.phase(),
                verdict.outcome(),
                attempt.response() == null ? null : attempt.response().status(),
                verdict.error() == null ? null : names.withoutSecrets().apply(verdict.error()),
                answer == null ? null : answer.finishReason(),
                new RequestTimes(startedAt).millis(attempt.scheduled()),
                new RequestTimes(startedAt).millis(attempt.sent()),
                new RequestTimes(startedAt).millis(attempt.freed()),
                answer == null ? null : times.millis(answer.firstEvent()),
                answer == null ? null : times.millis(answer.firstToken()),
                answer == null ? null : times.millis(answer.firstAnswerToken()),
                answer == null ? null : times.millis(answer.lastToken()),
                answer == null ? null : times.millis(answer.end()),
                answer == null ? null : perToken(answer),
                usage.promptTokens(),
                answer == null ? null : answer.completionTokens(),
                usage.reasoningTokens(),
                usage.cachedTokens(),
                answer == null ? null : answer.tokenCountSource(),
                answer == null ? 0 : answer.tokenStamps().length,
                answer == null ? new double[0] : times.gaps(answer.tokenStamps()),
                answer == null ? null : answer.chunkTokens(),
                answer == null ? null : times.millis(answer.firstChoices()),
                attempt.use(),
                attempt.retries(),
                verdict.warnings(),
                request.tool() == null
                        ? null
                        : ToolCallRows.row(request.tool(), answer, times, names.withoutSecrets()));
    }

    /** Counts the tokens of an answer whose server did not. */
    private Attempt counted(Attempt ended) {
        ToIntFunction<String> counter = names.tokenCounter();
        return counter != null && ended.response() instanceof Streamed streamed
                ? ended.with(streamed.with(streamed.answer().countedBy(counter)))
                : ended;
    }

    private static @Nullable Double perToken(Answer answer) {
        Double nanos = answer.nanosPerOutputToken();
        return nanos == null ? null : Math.round(nanos / 1000) / 1000.0;
    }

    private record Verdict(Outcome outcome, @Nullable String error, List<String> warnings) {

        static Verdict failed(Outcome outcome, String error) {
            return new Verdict(outcome, error, List.of());
        }
    }

    private Verdict verdict(Attempt attempt) {
        if (attempt.ending() instanceof Ending.GivenUp) {
            return Verdict.failed(Outcome.CANCELLED, "cancelled");
        }
        if (attempt.response() instanceof Refused refused) {
            return Verdict.failed(Outcome.HTTP_ERROR, refused.message());
        }
        return switch (attempt.ending()) {
            case Ending.GivenUp ignored -> Verdict.failed(Outcome.CANCELLED, "cancelled");
            case Ending.NotConnected(String why) -> Verdict.failed(Outcome.CONNECT_ERROR, why);
            case Ending.Garbage(String what) -> brokenVerdict(attempt, Outcome.MALFORMED_STREAM, "not HTTP: " + what);
            case Ending.LimitPassed(Outcome limit, String sentence) -> limitVerdict(attempt, limit, sentence);
            case Ending.Broken(String how) -> brokenVerdict(attempt, Outcome.CONNECTION_RESET, how);
            case Ending.CutShort(String how) -> brokenVerdict(attempt, Outcome.INCOMPLETE_STREAM, how);
            case Ending.Answered(boolean bodyEnded) -> answeredVerdict(attempt, bodyEnded);
        };
    }

    /**
     * A server that is silent behind the answer's terminal sign, or behind the error that ended it, has only not ended
     * the body. One that sent something else than a stream of events is not waited for because of its tokens.
     */
    private Verdict limitVerdict(Attempt attempt, Outcome limit, String sentence) {
        if (!(attempt.response() instanceof Streamed streamed)) {
            return Verdict.failed(limit, sentence);
        }
        Answer answer = streamed.answer();
        return switch (answer.outcome()) {
            case SUCCESS, IN_STREAM_ERROR, NOT_STREAMED -> answeredVerdict(attempt, false);
            case MALFORMED_STREAM ->
                answer.firstEvent() == null ? answeredVerdict(attempt, false) : Verdict.failed(limit, sentence);
            default -> Verdict.failed(limit, sentence);
        };
    }

    private Verdict answeredVerdict(Attempt attempt, boolean bodyEnded) {
        if (!(attempt.response() instanceof Streamed streamed)) {
            return Verdict.failed(Outcome.MALFORMED_STREAM, "the answer has no status");
        }
        Verdict verdict = answerVerdict(attempt.request(), streamed);
        if (!bodyEnded) {
            verdict.warnings().add(BODY_NOT_ENDED);
        }
        return verdict;
    }

    /** A connection that breaks after the answer's terminal sign has broken nothing. */
    private Verdict brokenVerdict(Attempt attempt, Outcome broken, String how) {
        if (attempt.response() instanceof Streamed streamed) {
            return switch (streamed.answer().outcome()) {
                case INCOMPLETE_STREAM, MALFORMED_STREAM, NOT_STREAMED ->
                    Verdict.failed(
                            broken,
                            "%s, after %d token events"
                                    .formatted(how, streamed.answer().tokenStamps().length));
                default -> answerVerdict(attempt.request(), streamed);
            };
        }
        return Verdict.failed(broken, how + ", before any answer");
    }

    private Verdict answerVerdict(PreparedRequest request, Streamed streamed) {
        Answer answer = streamed.answer();
        List<String> warnings = new ArrayList<>(answer.warnings());
        if (streamed.compressed()) {
            warnings.add(COMPRESSED);
        }
        if (streamed.unreadable() != null) {
            return new Verdict(Outcome.MALFORMED_STREAM, streamed.unreadable(), warnings);
        }
        if (answer.outcome() != Outcome.SUCCESS) {
            return new Verdict(answer.outcome(), answer.error(), warnings);
        }
        if (streamed.contentType() == null) {
            warnings.add(MISSING_CONTENT_TYPE);
        } else if (!streamed.contentType().toLowerCase(Locale.ROOT).startsWith("text/event-stream")) {
            warnings.add(UNEXPECTED_CONTENT_TYPE);
        }
        Integer tokens = answer.completionTokens();
        Integer limit = request.maxTokens();
        if (tokens != null && limit != null && tokens > limit) {
            warnings.add(MORE_TOKENS_THAN_ASKED);
        }
        if (tokens != null && limit != null && request.forceLength() && isShort(answer, tokens, limit)) {
            if (names.lengthForced()) {
                String error = "%d of %d tokens, finish_reason %s".formatted(tokens, limit, answer.finishReason());
                return new Verdict(Outcome.TRUNCATED, error, warnings);
            }
            warnings.add(LENGTH_NOT_FORCED);
        }
        return new Verdict(Outcome.SUCCESS, null, warnings);
    }

    /**
     * Chunks may hold several tokens, so that a small number of them proves nothing when the server says it is full.
     */
    private static boolean isShort(Answer answer, int tokens, int limit) {
        boolean full = answer.tokenCountSource() == TokenCountSource.CHUNKS && "length".equals(answer.finishReason());
        return !full && tokens < WHOLE_LENGTH * limit;
    }
}
