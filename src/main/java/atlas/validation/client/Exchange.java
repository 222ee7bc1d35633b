package atlas.validation.client;

import atlas.validation.record.ConnectionUse;
import atlas.validation.record.Outcome;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One request on its way. Lives on one event loop; ends exactly once. */
final class Exchange implements ResponseListener {

    /**
     * How long a server may take after {@code [DONE]} to end its body; then its connection is not used again, and the
     * next request of the slot pays for a new one. Servers that end it do so with their next packet, so this is enough
     * to keep their connections; for those that never do, waiting longer would only lower the load that was asked for.
     */
    private static final Duration AFTER_DONE = Duration.ofMillis(50);

    /**
     * How long a server may be silent behind an error that it has told. One that means to go on, with its other choices
     * or with the mark of the end, does so at once; the limits of a stream that is well may be minutes.
     */
    private static final Duration AFTER_ERROR = Duration.ofSeconds(1);

    private final PreparedRequest request;
    private final long scheduled;
    private final TimeLimits limits;
    private final EventLoop loop;
    private final Owner owner;
    private @Nullable Connection connection;
    private @Nullable ConnectionUse use;
    private @Nullable ResponseReader reader;
    private @Nullable Future<?> timer;
    private @Nullable Long sent;
    private @Nullable Long doneSeen;
    private int retries;
    private boolean ended;

    /** Whoever gave the request its connection. */
    interface Owner {

        /** Takes the ended request; the connection can be used again or not. */
        void ended(Attempt attempt, boolean reusable);

        /** Is asked to send the request once more, on a new connection. */
        void retry(Exchange exchange);
    }

    Exchange(PreparedRequest request, long scheduled, TimeLimits limits, EventLoop loop, Owner owner) {
        this.request = request;
        this.scheduled = scheduled;
        this.limits = limits;
        this.loop = loop;
        this.owner = owner;
    }

    void send(Connection over, ConnectionUse connectionUse) {
        connection = over;
        use = connectionUse;
        try {
            sent = over.send(request, this);
        } catch (RuntimeException | Error fault) {
            // No limit runs yet that would end it.
            end(new Ending.Broken("the request could not be written: " + NetworkTrouble.of(fault)), null, false);
            return;
        }
        checkLimits();
    }

    void notConnected(String why) {
        end(new Ending.NotConnected(why), null, false);
    }

    void giveUp() {
        endCut(new Ending.GivenUp());
    }

    @Override
    public void onHead(HttpResponse response) {
        reader = new ResponseReader(response, request.keepText(), request.tool() != null);
    }

    @Override
    public void onBody(byte[] bytes, int offset, int length, long stampNanos) {
        ResponseReader current = reader;
        if (current == null) {
            return;
        }
        boolean hadToken = current.hasToken();
        boolean hadError = current.hasError();
        current.read(bytes, offset, length, stampNanos);
        if (current.isHopeless()) {
            endCut(new Ending.Answered());
        } else if (current.isDone() && doneSeen == null) {
            doneSeen = System.nanoTime();
            checkLimits();
        } else if ((current.hasToken() && !hadToken) || (current.hasError() && !hadError)) {
            checkLimits();
        }
    }

    @Override
    public void onEnd(long stampNanos) {
        boolean reusable = connection != null && connection.isUsable();
        end(new Ending.Answered(), reader == null ? null : reader.end(stampNanos), reusable);
    }

    @Override
    public void onGarbage(String what) {
        if (reader == null && connection != null && connection.hasAnswered() && mayRetry()) {
            // No answer to this request: what some servers send behind the answer to the one before.
            retry();
        } else {
            endCut(new Ending.Garbage(what));
        }
    }

    @Override
    public void onBroken(String how, boolean orderly) {
        if (mayRetry() && nothingRead()) {
            retry();
            return;
        }
        String share = reader == null ? null : reader.shareOfPromise();
        Ending ending = orderly && share != null
                ? new Ending.CutShort(how + " after " + share + " of its body")
                : new Ending.Broken(how);
        endCut(ending);
    }

    /** Ends an answer that is not whole, whatever becomes of what has come of it. */
    private void endCut(Ending ending) {
        Attempt.Response response;
        try {
            response = reader == null ? null : reader.cut();
        } catch (RuntimeException | Error fault) {
            end(new Ending.Broken("what came of the answer cannot be read: " + fault), null, false);
            return;
        }
        end(ending, response, false);
    }

    private void retry() {
        retries++;
        stopTimer();
        owner.retry(this);
    }

    private boolean mayRetry() {
        return use == ConnectionUse.REUSED && retries == 0;
    }

    /** A server may close an idle connection just when a request is on its way there; then nothing has been read. */
    private boolean nothingRead() {
        return connection != null && sent != null && connection.lastRead() - sent < 0;
    }

    /** Ends the request if a limit has passed, else looks again when the next one would. */
    private void checkLimits() {
        if (ended || sent == null || connection == null) {
            return;
        }
        Limit next = nextLimit(sent, connection.lastRead());
        long left = next.deadline() - System.nanoTime();
        if (left > 0) {
            stopTimer();
            timer = loop.schedule(this::checkLimits, left, TimeUnit.NANOSECONDS);
        } else if (next.passed() != null) {
            endCut(next.passed());
        } else {
            // Behind what has been read already: the end of the body may be among it.
            loop.execute(this::endWithoutItsBody);
        }
    }

    private void endWithoutItsBody() {
        if (reader != null && !ended) {
            end(new Ending.Answered(false), reader.end(System.nanoTime()), false);
        }
    }

    /**
     * A moment and what it means.
     *
     * @param passed the ending; null when what the answer is is known, and only the end of its body is missing
     */
    private record Limit(long deadline, @Nullable Ending passed) {

        Limit orSooner(Limit other) {
            return other.deadline - deadline < 0 ? other : this;
        }
    }

    private Limit nextLimit(long sentAt, long lastRead) {
        if (doneSeen != null) {
            return new Limit(doneSeen + AFTER_DONE.toNanos(), null);
        }
        Limit total = new Limit(
                sentAt + limits.total().toNanos(),
                passed(Outcome.TOTAL_TIMEOUT, "the answer did not end within ", limits.total()));
        if (reader != null && reader.hasError()) {
            return total.orSooner(new Limit(lastRead + AFTER_ERROR.toNanos(), null));
        }
        boolean streaming = reader != null && reader.hasToken();
        return total.orSooner(
                streaming
                        ? new Limit(
                                lastRead + limits.idle().toNanos(),
                                passed(Outcome.IDLE_TIMEOUT, "the stream was silent for ", limits.idle()))
                        : new Limit(
                                sentAt + limits.firstToken().toNanos(),
                                passed(Outcome.FIRST_TOKEN_TIMEOUT, "no token came within ", limits.firstToken())));
    }

    private static Ending passed(Outcome limit, String sentence, Duration duration) {
        return new Ending.LimitPassed(limit, sentence + duration.toMillis() / 1000.0 + " s");
    }

    private void end(Ending ending, Attempt.@Nullable Response response, boolean reusable) {
        if (ended) {
            return;
        }
        ended = true;
        stopTimer();
        long freed = System.nanoTime();
        RawAnswer raw = connection == null || isGood(ending, response) ? RawAnswer.NONE : connection.rawAnswer();
        owner.ended(new Attempt(request, scheduled, sent, freed, use, retries, ending, response, raw), reusable);
    }

    /** Tells whether nobody will ask what the answer looked like: it is whole, and as long as it was to be. */
    private boolean isGood(Ending ending, Attempt.@Nullable Response response) {
        if (!(ending instanceof Ending.Answered)
                || !(response instanceof Attempt.Streamed streamed)
                || streamed.unreadable() != null
                || streamed.answer().outcome() != Outcome.SUCCESS) {
            return false;
        }
        Integer tokens = streamed.answer().completionTokens();
        Integer asked = request.maxTokens();
        return !request.forceLength() || tokens == null || asked == null || tokens >= asked;
    }

    private void stopTimer() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }
}
