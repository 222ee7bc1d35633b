package atlas.validation.metric;

import static atlas.validation.metric.RowBuilder.failed;
import static atlas.validation.metric.RowBuilder.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import atlas.validation.record.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Cells small enough to be computed by hand, and what comes out of them. */
class WorkedExamplesTest {

    private static final GoodputLimits TTFT_60 = new GoodputLimits(60.0, null, null);

    static final List<Example> EXAMPLES = List.of(
            example(
                            "E1 the time to the first token is no gap",
                            Cells.closedLoop(1, row(0).ttft(200).gaps(10, 10).tokens(3)))
                    .gives("mean_ttft_ms", 200)
                    .gives("median_itl_ms", 10)
                    .gives("max_itl_ms", 10)
                    .gives("mean_e2el_ms", 220),
            example(
                            "E2 a late usage chunk lengthens nothing",
                            Cells.closedLoop(
                                    1, row(0).ttft(200).gaps(10).tokens(2).streamEnd(400)))
                    .gives("mean_e2el_ms", 210)
                    .gives("mean_tpot_ms", 10)
                    .gives("duration", 0.21),
            example(
                            "E3 one token a second",
                            Cells.closedLoop(
                                    1, row(0).ttft(1000).evenGaps(49, 1000).tokens(50)))
                    .gives("mean_tpot_ms", 1000)
                    .gives("median_itl_ms", 1000)
                    .gives("tokens_per_chunk", 1),
            example(
                            "E3 ten tokens every ten seconds",
                            Cells.closedLoop(
                                    1, row(0).ttft(10_000).evenGaps(4, 10_000).tokens(50)))
                    .gives("mean_tpot_ms", 40_000.0 / 49)
                    .gives("median_itl_ms", 10_000)
                    .gives("tokens_per_chunk", 10),
            example(
                            "E5 chunks of 1, 4, 4 and 3 tokens",
                            Cells.closedLoop(
                                    1,
                                    row(0).ttft(100).gaps(10, 10, 10).tokens(12).chunkTokens(1, 4, 4, 3)))
                    .gives("mean_tpot_ms", 30.0 / 11)
                    .gives("mean_itl_ms", 30.0 / 11)
                    .gives("decode_ms_per_token", 30.0 / 11)
                    .gives("tokens_per_chunk", 3),
            example(
                            "E6 E7 one token has no time per token",
                            Cells.closedLoop(1, row(0).ttft(50).tokens(1)))
                    .lacks("mean_tpot_ms")
                    .lacks("mean_itl_ms")
                    .gives("completed", 1)
                    .gives("mean_ttft_ms", 50),
            example("E8 nothing but failures", Cells.closedLoop(1, failed(0, Outcome.HTTP_ERROR)))
                    .lacks("mean_ttft_ms")
                    .lacks("output_throughput")
                    .gives("request_throughput", 0)
                    .gives("success_rate", 0)
                    .gives("failed", 1),
            example(
                            "E10 eight tokens, one each 10 ms from 100",
                            Cells.closedLoop(
                                    1,
                                    row(0).firstEvent(5)
                                            .ttft(100)
                                            .evenGaps(7, 10)
                                            .tokens(8)
                                            .streamEnd(180)))
                    .gives("mean_tpot_ms", 10)
                    .gives("output_throughput", 8 / 0.17),
            example(
                            "E11 ten tokens in 90 ms, by mean and median",
                            Cells.closedLoop(1, row(0).ttft(30).evenGaps(9, 10).tokens(10)))
                    .gives("mean_tpot_ms", 10)
                    .gives("median_tpot_ms", 10)
                    .gives("p99_tpot_ms", 10),
            example(
                            "E12 an answer that is no stream has no TTFT to average",
                            Cells.closedLoop(
                                    1,
                                    row(0).ttft(100).gaps(10).tokens(2),
                                    failed(1, Outcome.NOT_STREAMED).sentAt(200)))
                    .gives("mean_ttft_ms", 100)
                    .gives("success_rate", 0.5),
            example(
                            "E17 eleven tokens, 100 ms from first to last",
                            Cells.closedLoop(1, row(0).ttft(40).evenGaps(10, 10).tokens(11)))
                    .gives("decode_throughput_p50", 100),
            example(
                            "E18 nine answers as usual, and one in a single read",
                            Cells.closedLoop(
                                    1,
                                    rows(
                                            10,
                                            i -> i == 9
                                                    ? row(i).sentAt(1000 * i)
                                                            .ttft(500)
                                                            .tokens(50)
                                                    : row(i).sentAt(1000 * i)
                                                            .ttft(10)
                                                            .evenGaps(49, 10)
                                                            .tokens(50))))
                    .gives("mean_tpot_ms", 10)
                    .gives("max_tpot_ms", 10)
                    .gives("completed", 10),
            example(
                            "E20 a thousand prompt tokens, first event at 20, first token at 200",
                            Cells.closedLoop(
                                    1,
                                    row(0).firstEvent(20)
                                            .ttft(200)
                                            .gaps(10)
                                            .tokens(2)
                                            .prompt(1000)))
                    .gives("prefill_throughput_p50", 5000)
                    .gives("normalized_ttft_ms_per_tok", 0.2),
            example(
                            "E21 the greatest value is exact",
                            Cells.closedLoop(1, row(0).ttft(1).gaps(1_000_002).tokens(2)))
                    .gives("max_e2el_ms", 1_000_003),
            example(
                            "F10 one request every 2 s that takes 28 s: 14 in flight",
                            Cells.atRate(
                                    0.5,
                                    null,
                                    rows(
                                            100,
                                            i -> row(i).sentAt(2000 * i)
                                                    .ttft(1000)
                                                    .gaps(27_000)
                                                    .tokens(2))))
                    .gives("attempted_rate", 0.5)
                    .gives("mean_in_flight", 14)
                    .gives("max_concurrent_requests", 14)
                    .gives("p99_schedule_lag_ms", 0),
            example(
                            "F1 the second request is sent 50 ms late, and its user knows",
                            Cells.atRate(
                                    10,
                                    TTFT_60,
                                    row(0).sentAt(0).ttft(50).tokens(1),
                                    row(1).sentAt(150).scheduledAt(100).ttft(50).tokens(1)))
                    .gives("mean_ttft_ms", 50)
                    .gives("mean_scheduled_ttft_ms", 75)
                    .gives("max_scheduled_e2el_ms", 100)
                    .gives("goodput", 1 / 0.2)
                    .gives("goodput_ratio", 0.5)
                    .gives("goodput_tok_s", 5)
                    .gives("attempted_rate", 1 / 0.15)
                    .gives("median_schedule_lag_ms", 25)
                    .gives("p99_schedule_lag_ms", 49.5)
                    .gives("max_schedule_lag_ms", 50),
            example(
                            "three users every 100 ms, one place, 150 ms each",
                            Cells.capped(
                                    10,
                                    1,
                                    row(0).sentAt(0).ttft(50).gaps(100).tokens(2),
                                    row(1).sentAt(150)
                                            .scheduledAt(100)
                                            .ttft(50)
                                            .gaps(100)
                                            .tokens(2),
                                    row(2).sentAt(300)
                                            .scheduledAt(200)
                                            .ttft(50)
                                            .gaps(100)
                                            .tokens(2)))
                    .gives("held_by_cap", 2)
                    .gives("mean_cap_wait_ms", 75)
                    .gives("max_schedule_lag_ms", 0)
                    .gives("mean_scheduled_ttft_ms", 100)
                    .gives("max_concurrent_requests", 1),
            example(
                            "F16 a ramp in which the server is ten times slower",
                            Cells.atRate(
                                    10,
                                    null,
                                    rows(
                                            12,
                                            i -> i < 2
                                                    ? row(i).ramp()
                                                            .sentAt(500 + 400 * i)
                                                            .ttft(1000)
                                                            .gaps(600)
                                                            .tokens(2)
                                                    : row(i).sentAt(800 + 100 * i)
                                                            .ttft(50)
                                                            .gaps(50)
                                                            .tokens(2))))
                    .gives("mean_ttft_ms", 50)
                    .gives("max_ttft_ms", 50)
                    .gives("completed", 10)
                    .gives("ramp_requests", 2)
                    .gives("ramp_failed", 0)
                    .gives("ramp_median_ttft_ms", 1000)
                    // From 1000 to 1900: 18 tokens of the hold, and those of the ramp at 1500 and 1900.
                    .gives("steady_output_throughput", 20 / 0.9),
            example(
                            "D10 sixty-one refused connections in 0.36 s",
                            Cells.atRate(
                                    166,
                                    null,
                                    rows(
                                            61,
                                            i -> failed(i, Outcome.CONNECT_ERROR)
                                                    .scheduledAt(6.0 * i)
                                                    .neverSent())))
                    .gives("request_throughput", 0)
                    .gives("attempted_rate", 60 / 0.36)
                    .lacks("mean_in_flight"));

    @ParameterizedTest
    @FieldSource("EXAMPLES")
    void comesOutAsByHand(Example example) {
        CellMetrics metrics = CellMetrics.of(example.cell());

        example.expected().forEach((name, expected) -> {
            assertThat(metrics.values()).containsKey(name);
            Double actual = metrics.value(name).value();
            if (expected == null) {
                assertThat(actual).as(name).isNull();
            } else {
                assertThat(actual).as(name).isNotNull().isCloseTo(expected, within(1e-6));
            }
        });
    }

    record Example(String name, CellInput cell, Map<String, @Nullable Double> expected) {

        Example gives(String metric, double value) {
            return with(metric, value);
        }

        Example lacks(String metric) {
            return with(metric, null);
        }

        private Example with(String metric, @Nullable Double value) {
            Map<String, @Nullable Double> more = new LinkedHashMap<>(expected);
            more.put(metric, value);
            return new Example(name, cell, more);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static Example example(String name, CellInput cell) {
        return new Example(name, cell, Map.of());
    }

    private static RowBuilder[] rows(int count, IntFunction<RowBuilder> maker) {
        return IntStream.range(0, count).mapToObj(maker).toArray(RowBuilder[]::new);
    }
}
