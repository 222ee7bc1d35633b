package atlas.validation.client;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.metric.CellMetrics;
import atlas.validation.record.CellId;
import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.record.TokenCountSource;
import atlas.validation.report.RecordJson;
import atlas.validation.testing.CellInputBuilder;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import atlas.validation.workload.Prompt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One row of a table of odd answers: what a server sends over a real socket, and what must come of it, as a row of
 * {@code requests.jsonl} and in the counts of its cell.
 *
 * <pre>{@code
 * row("A7 no space after the colon", Reply.stream("data:{…}\n\n", DONE), success().chunks(1))
 * }</pre>
 */
record WireRow(String name, Reply reply, Expected expected) {

    static WireRow row(String name, Reply reply, Expected expected) {
        return new WireRow(name, reply, expected);
    }

    /** Returns the expectation of a success. */
    static Expected success() {
        return new Expected(Outcome.SUCCESS);
    }

    static Expected fails(Outcome outcome) {
        return new Expected(outcome);
    }

    @Override
    public String toString() {
        return name;
    }

    /** Plays the answer to the real client, once, and checks what came of it. */
    void check() {
        check(Loads.LIMITS, false);
    }

    /** Plays the answer to a client whose server is taken to reach the length that it is asked for, 16 tokens. */
    void checkWithLengthForced() {
        check(Loads.LIMITS, true);
    }

    void check(TimeLimits limits, boolean lengthForced) {
        try (ScriptedServer server = ScriptedServer.start(request -> reply);
                LoadClient client = Loads.client(server.baseUrl(), limits, 1, lengthForced)) {
            Prompt prompt = new Prompt("hello", lengthForced ? 16 : null, lengthForced);
            RequestRecord row = client.send("t", "w-conc1", prompt, new Cancellation());
            expected.check(new Played(row, metrics(List.of(row))));
        }
    }

    static CellMetrics metrics(List<RequestRecord> rows) {
        return CellMetrics.of(CellInputBuilder.input(CellId.ofConcurrency("w", 1), rows)
                .gpus(1)
                .asking(null, 16)
                .percentiles(List.of(50.0, 90.0, 95.0, 99.0))
                .build());
    }

    /** What came of one answer. */
    record Played(RequestRecord row, CellMetrics metrics) {

        /** Returns the row as {@code requests.jsonl} has it. */
        JsonNode json() {
            return JsonMapper.shared().readTree(RecordJson.write(row));
        }
    }

    /** What must come of one answer. */
    static final class Expected {

        private final Outcome outcome;
        private final List<Consumer<Played>> checks = new ArrayList<>();

        private Expected(Outcome outcome) {
            this.outcome = outcome;
        }

        Expected chunks(int chunks) {
            return and(played -> assertThat(played.row().chunks()).isEqualTo(chunks));
        }

        /** Expects a token count that the server told. */
        Expected tokens(int tokens) {
            return tokens(tokens, TokenCountSource.USAGE);
        }

        Expected tokens(int tokens, TokenCountSource source) {
            return and(played -> {
                assertThat(played.row().completionTokens()).isEqualTo(tokens);
                assertThat(played.row().tokenCountSource()).isEqualTo(source);
            });
        }

        Expected finish(String reason) {
            return and(played -> assertThat(played.row().finishReason()).isEqualTo(reason));
        }

        Expected status(int status) {
            return and(played -> assertThat(played.row().httpStatus()).isEqualTo(status));
        }

        Expected error(String part) {
            return and(played -> assertThat(played.row().error()).contains(part));
        }

        Expected warns(String... codes) {
            return and(played -> assertThat(played.row().warnings()).contains(codes));
        }

        Expected warnsOnly(String... codes) {
            return and(played -> assertThat(played.row().warnings()).containsExactlyInAnyOrder(codes));
        }

        Expected noTtft() {
            return and(played -> {
                assertThat(played.row().ttftMs()).isNull();
                assertThat(played.row().ttfoMs()).isNull();
                assertThat(played.row().e2eMs()).isNull();
                assertThat(played.row().tpotMs()).isNull();
            });
        }

        /** Expects a first token no sooner than the script sends it. */
        Expected ttftAtLeast(double millis) {
            return and(played -> assertThat(played.row().ttftMs()).isGreaterThanOrEqualTo(millis));
        }

        Expected and(Consumer<Played> check) {
            checks.add(check);
            return this;
        }

        void check(Played played) {
            RequestRecord row = played.row();
            assertThat(row.outcome()).as("outcome, told as: %s", row.error()).isEqualTo(outcome);
            assertThat(row.error() == null).as("an error is told iff it failed").isEqualTo(!outcome.isFailure());
            checkCounts(played);
            checkOrder(row);
            assertThat(played.json().path("outcome").asString()).isEqualTo(outcome.word());
            checks.forEach(check -> check.accept(played));
        }

        private void checkCounts(Played played) {
            boolean succeeded = outcome == Outcome.SUCCESS;
            assertThat(played.metrics().counts().attempted()).isEqualTo(1);
            assertThat(played.metrics().counts().succeeded()).isEqualTo(succeeded ? 1 : 0);
            assertThat(played.metrics().counts().failed()).isEqualTo(outcome.isFailure() ? 1 : 0);
            assertThat(played.metrics().counts().byOutcome()).isEqualTo(Map.of(outcome.word(), 1));
            if (!succeeded) {
                assertThat(played.metrics().numbers().get("mean_ttft_ms"))
                        .as("a failure enters no latency figure")
                        .isNull();
                assertThat(played.metrics().numbers().get("output_throughput")).isNull();
                assertThat(played.metrics().numbers().get("request_throughput")).isZero();
            }
        }

        /** Checks what holds of every request: its events are in order, and its gaps add up. */
        private static void checkOrder(RequestRecord row) {
            List<Double> inOrder = new ArrayList<>();
            for (Double at : new Double[] {row.firstEventMs(), row.ttftMs(), row.ttfoMs(), row.e2eMs()}) {
                if (at != null) {
                    inOrder.add(at);
                }
            }
            assertThat(inOrder).isSorted().allMatch(at -> at >= 0);
            if (row.ttftMs() != null && row.e2eMs() != null) {
                double gaps = 0;
                for (double gap : row.chunkGapsMs()) {
                    gaps += gap;
                }
                assertThat(row.ttftMs() + gaps).isCloseTo(row.e2eMs(), org.assertj.core.api.Assertions.offset(1e-6));
                assertThat(row.chunkGapsMs()).hasSize(row.chunks() - 1);
            }
        }
    }
}
