package atlas.validation.client;

import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.answer;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.finish;
import static atlas.validation.testing.ChatEvents.role;
import static atlas.validation.testing.ChatEvents.usage;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import atlas.validation.metric.CellMetrics;
import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.testing.ReceivedRequest;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Field case D26 for the whole answer: status line, headers and chunk sizes are mutated and cut like its events. Every
 * other answer is good, and none of those may suffer from its neighbours.
 */
@Timeout(180)
class MutatedAnswersIT {

    private static final int REQUESTS = 1000;
    private static final Duration SOON = Duration.ofMillis(400);
    private static final Set<Outcome> NEVER_OF_AN_ANSWER = EnumSet.of(Outcome.CONNECT_ERROR, Outcome.CANCELLED);

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2})
    void d26EveryMutationOfAnAnswerEndsTypedAndTouchesNoOther(long seed) {
        ScriptedServer.Script script =
                request -> isGood(request) ? Reply.stream(answer(5, 16)) : mutated(seed, request.number());
        try (ScriptedServer server = ScriptedServer.start(script)) {
            TimeLimits limits = new TimeLimits(SOON, SOON, SOON);
            List<RequestRecord> rows =
                    Loads.run(server, Loads.cell(8, 0, REQUESTS), limits, 1).rows();

            assertThat(rows).hasSize(REQUESTS).allSatisfy(MutatedAnswersIT::holdsTogether);
            assertThat(rows)
                    .filteredOn(row -> row.index() % 2 == 0)
                    .allSatisfy(row -> assertThat(row.outcome())
                            .as("request %d: %s", row.index(), row.error())
                            .isEqualTo(Outcome.SUCCESS));
            CellMetrics metrics = WireRow.metrics(rows);
            assertThat(metrics.counts().attempted()).isEqualTo(REQUESTS);
            assertThat(metrics.counts().succeeded() + metrics.counts().failed()).isEqualTo(REQUESTS);
            assertThat(metrics.numbers().values())
                    .allSatisfy(value ->
                            assertThat(value == null || Double.isFinite(value)).isTrue());
        }
    }

    /** Goes by the request and not by its number: a mutation may make the client send a request twice. */
    private static boolean isGood(ReceivedRequest request) {
        String id = Objects.requireNonNull(request.header("x-request-id"));
        return Integer.parseInt(id.substring(id.lastIndexOf('-') + 1)) % 2 == 0;
    }

    private static Reply mutated(long seed, int number) {
        String events = role() + content("h\u00e4") + finish("stop") + usage(5, 16) + DONE;
        byte[] first = (role() + content("h\u00e4")).getBytes(UTF_8);
        byte[] rest = events.substring((role() + content("h\u00e4")).length()).getBytes(UTF_8);
        String head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";
        String body = Integer.toHexString(first.length) + "\r\n" + new String(first, UTF_8) + "\r\n"
                + Integer.toHexString(rest.length) + "\r\n" + new String(rest, UTF_8) + "\r\n0\r\n\r\n";
        byte[] whole = (head + "Transfer-Encoding: chunked\r\n\r\n" + body).getBytes(UTF_8);
        SplittableRandom random = new SplittableRandom(31 * seed + number);
        byte[] bytes = random.nextInt(3) == 0 ? Arrays.copyOf(whole, 1 + random.nextInt(whole.length)) : whole.clone();
        // Half of the mutations in the head and the first chunk size, which are a fifth of the bytes.
        int end = random.nextBoolean() ? Math.min(bytes.length, 100) : bytes.length;
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            bytes[random.nextInt(end)] = (byte) random.nextInt(256);
        }
        Reply reply = new Reply().bytes(bytes);
        return random.nextBoolean() ? reply.close() : reply;
    }

    private static void holdsTogether(RequestRecord row) {
        assertThat(row.outcome()).isNotIn(NEVER_OF_AN_ANSWER);
        assertThat(row.error() == null).isEqualTo(row.outcome() == Outcome.SUCCESS);
        List<Double> times = Stream.of(row.firstEventMs(), row.ttftMs(), row.ttfoMs(), row.e2eMs())
                .filter(Objects::nonNull)
                .toList();
        assertThat(times).isSorted().allMatch(time -> time >= 0);
        assertThat(row.chunkGapsMs()).hasSize(Math.max(0, row.chunks() - 1)).doesNotContain(Double.NaN);
        Double ttft = row.ttftMs();
        Double e2e = row.e2eMs();
        if (ttft != null && e2e != null) {
            assertThat(ttft + Arrays.stream(row.chunkGapsMs()).sum()).isCloseTo(e2e, offset(1e-6));
        }
    }
}
