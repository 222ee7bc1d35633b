package atlas.validation.client;

import static atlas.validation.client.WireRow.fails;
import static atlas.validation.client.WireRow.row;
import static atlas.validation.testing.ChatEvents.KEEP_ALIVE;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.role;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Outcome;
import atlas.validation.testing.Reply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers that always send something, and never what is waited for: each ends in its outcome when its time is up. */
@Timeout(60)
class SlowServersOverTheWireIT {

    private static final Duration LIMIT = Duration.ofMillis(300);
    private static final TimeLimits FIRST_TOKEN = new TimeLimits(LIMIT, Loads.NEVER, Loads.NEVER);
    private static final TimeLimits TOTAL = new TimeLimits(Loads.NEVER, Loads.NEVER, LIMIT);

    @Test
    void aHeadThatComesByteByByteIsNoToken() {
        row(
                        "head",
                        dripped("HTTP/1.1 200 OK\r\nX-Slow: " + "x".repeat(500)),
                        fails(Outcome.FIRST_TOKEN_TIMEOUT)
                                .noTtft()
                                .and(played ->
                                        assertThat(played.row().httpStatus()).isNull()))
                .check(FIRST_TOKEN, false);
    }

    @Test
    void anErrorWhoseBodyNeverEndsIsThatErrorAndSaysWhatCame() {
        CountDownLatch never = new CountDownLatch(1);
        Reply reply = new Reply()
                .head("HTTP/1.1 500 Oops", "Content-Length: 1000")
                .text("worker died")
                .hold(never);

        row(
                        "error",
                        reply,
                        fails(Outcome.HTTP_ERROR)
                                .status(500)
                                .error("worker died")
                                .noTtft())
                .check(FIRST_TOKEN, false);
        never.countDown();
    }

    @Test
    void keepAlivesAndRolesWithoutEndAreNoToken() {
        Reply reply = new Reply().streamHead();
        for (int i = 0; i < 300; i++) {
            reply.chunk(i % 2 == 0 ? KEEP_ALIVE : role()).pause(Duration.ofMillis(10));
        }

        row(
                        "roles",
                        reply,
                        fails(Outcome.FIRST_TOKEN_TIMEOUT)
                                .noTtft()
                                .and(played ->
                                        assertThat(played.row().firstEventMs()).isNotNull()))
                .check(FIRST_TOKEN, false);
    }

    @Test
    void anEventThatNeverBecomesWholeIsEndedByTheTotalLimit() {
        Reply reply = new Reply()
                .head("HTTP/1.1 200 OK", "Content-Type: text/event-stream")
                .text(content("a"));
        for (int i = 0; i < 300; i++) {
            reply.text("data: x").pause(Duration.ofMillis(10));
        }

        row("drip", reply, fails(Outcome.TOTAL_TIMEOUT).chunks(1)).check(TOTAL, false);
    }

    @Test
    void keepAlivesBehindTheFirstTokenAreNoSilence() {
        Reply reply = new Reply().streamHead().chunk(content("a"));
        for (int i = 0; i < 300; i++) {
            reply.chunk(KEEP_ALIVE).pause(Duration.ofMillis(10));
        }
        TimeLimits limits = new TimeLimits(Loads.NEVER, Duration.ofMillis(200), Duration.ofMillis(700));

        row("comments", reply, fails(Outcome.TOTAL_TIMEOUT).chunks(1)).check(limits, false);
    }

    private static Reply dripped(String text) {
        Reply reply = new Reply();
        for (byte value : text.getBytes(StandardCharsets.UTF_8)) {
            reply.bytes(new byte[] {value}).pause(Duration.ofMillis(5));
        }
        return reply;
    }
}
