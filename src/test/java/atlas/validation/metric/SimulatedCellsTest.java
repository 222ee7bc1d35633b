package atlas.validation.metric;

import static atlas.validation.metric.RowBuilder.failed;
import static atlas.validation.metric.RowBuilder.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import atlas.validation.record.CellId;
import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.record.Warning;
import atlas.validation.testing.CellInputBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Closed loops of random latencies and failures, played user by user, and their figures computed a second time in the
 * plainest way that the definitions allow.
 */
class SimulatedCellsTest {

    private static final GoodputLimits LIMITS = new GoodputLimits(120.0, 12.0, null);

    /** Requests of a closed loop, and what whoever plays it knows and nobody can see from the rows. */
    private static final class Played {

        private final int users;
        private final List<RequestRecord> rows = new ArrayList<>();
        private double full = Double.NaN;
        private double firstWithoutRefill = Double.NaN;

        Played(SplittableRandom random) {
            users = 1 + random.nextInt(6);
            int requests = users + random.nextInt(200);
            double[] free = new double[users];
            for (int user = 0; user < users; user++) {
                free[user] = millis(3 * random.nextDouble());
            }
            for (int index = 0; index < requests; index++) {
                int user = earliest(free);
                double freed = free[user];
                double sent = millis(freed + 0.2 * random.nextDouble());
                RequestRecord row = request(random, index, freed, sent);
                rows.add(row);
                free[user] = row.freedAtMs() == null ? sent : row.freedAtMs();
                if (index == users - 1) {
                    full = rows.stream()
                            .mapToDouble(sentRow -> sentRow.sentAtMs())
                            .max()
                            .orElseThrow();
                }
            }
            firstWithoutRefill = Arrays.stream(free).min().orElseThrow();
        }

        private static RequestRecord request(SplittableRandom random, int index, double freed, double sent) {
            double ttft = millis(50 + 100 * random.nextDouble());
            int chunks = 2 + random.nextInt(30);
            double[] gaps =
                    random.doubles(chunks - 1, 5, 20).map(Played::millis).toArray();
            double e2e = ttft + Arrays.stream(gaps).sum();
            RowBuilder built = random.nextInt(10) == 0 ? failed(index, Outcome.IN_STREAM_ERROR) : row(index);
            return built.sentAt(sent)
                    .scheduledAt(freed)
                    .ttft(ttft)
                    .gaps(gaps)
                    .tokens(chunks)
                    .prompt(100 + index)
                    .freedAt(millis(sent + e2e + 0.1))
                    .build();
        }

        private static int earliest(double[] free) {
            return IntStream.range(0, free.length)
                    .boxed()
                    .min((one, other) -> Double.compare(free[one], free[other]))
                    .orElseThrow();
        }

        private static double millis(double time) {
            return Math.round(time * 1000) / 1000.0;
        }

        List<RequestRecord> successes() {
            return rows.stream().filter(row -> row.outcome() == Outcome.SUCCESS).toList();
        }

        /** Tokens of successes behind the moment that all users wait, up to the first end without a refill. */
        @Nullable
        Double steady() {
            double window = firstWithoutRefill - full;
            double[] e2e = successes().stream().mapToDouble(row -> row.e2eMs()).toArray();
            if (window < 2 * percentile(e2e, 50)) {
                return null;
            }
            long tokens = 0;
            for (RequestRecord row : successes()) {
                double at = row.sentAtMs() + row.ttftMs();
                tokens += at > full && at <= firstWithoutRefill ? 1 : 0;
                for (double gap : row.chunkGapsMs()) {
                    at += gap;
                    tokens += at > full && at <= firstWithoutRefill ? 1 : 0;
                }
            }
            return tokens * 1000 / window;
        }
    }

    static List<Long> seeds() {
        return IntStream.range(0, 60).mapToObj(seed -> (long) seed).toList();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void theFiguresAreThoseOfTheDefinitions(long seed) {
        Played played = new Played(new SplittableRandom(seed));
        List<RequestRecord> good = played.successes();
        CellMetrics metrics =
                CellMetrics.of(CellInputBuilder.input(CellId.ofConcurrency("w", played.users), played.rows)
                        .gpus(2)
                        .objective(LIMITS)
                        .percentiles(List.of(50.0, 90.0, 99.9))
                        .build());

        double start =
                played.rows.stream().mapToDouble(row -> row.sentAtMs()).min().orElseThrow();
        double end = good.stream()
                .mapToDouble(row -> row.sentAtMs() + row.e2eMs())
                .max()
                .orElseThrow();
        double seconds = (end - start) / 1000;
        double output = good.stream().mapToInt(row -> row.completionTokens()).sum();
        double input = good.stream().mapToInt(row -> row.promptTokens()).sum();
        expect(metrics, "duration", seconds);
        expect(metrics, "output_throughput", output / seconds);
        expect(metrics, "total_token_throughput", (output + input) / seconds);
        expect(metrics, "per_gpu_throughput", (output + input) / seconds / 2);
        expect(metrics, "request_throughput", good.size() / seconds);
        expect(metrics, "success_rate", (double) good.size() / played.rows.size());
        double[] ttft = good.stream().mapToDouble(row -> row.ttftMs()).toArray();
        expect(metrics, "mean_ttft_ms", Arrays.stream(ttft).average().orElseThrow());
        expect(metrics, "p90_ttft_ms", percentile(ttft, 90));
        expect(metrics, "p99.9_ttft_ms", percentile(ttft, 99.9));
        double[] tpot = good.stream()
                .mapToDouble(row -> (row.e2eMs() - row.ttftMs()) / (row.completionTokens() - 1))
                .toArray();
        expect(metrics, "median_tpot_ms", percentile(tpot, 50));
        double[] gaps = good.stream()
                .flatMapToDouble(row -> Arrays.stream(row.chunkGapsMs()))
                .toArray();
        expect(metrics, "p90_itl_ms", percentile(gaps, 90));
        double[] scheduled = good.stream()
                .mapToDouble(row -> row.sentAtMs() - row.scheduledAtMs() + row.e2eMs())
                .toArray();
        expect(metrics, "p90_scheduled_e2el_ms", percentile(scheduled, 90));
        long within = IntStream.range(0, good.size())
                .filter(i -> ttft[i] <= 120 && tpot[i] <= 12)
                .count();
        expect(metrics, "goodput", within / seconds);
        expect(metrics, "goodput_ratio", (double) within / played.rows.size());
        Double steady = played.steady();
        if (steady == null) {
            assertThat(metrics.value("steady_output_throughput").value()).isNull();
        } else {
            expect(metrics, "steady_output_throughput", steady);
        }
        Double peak = metrics.value("max_output_tokens_per_s").value();
        assertThat(peak == null).isEqualTo(seconds < 3);
        assertThat(peak == null ? Double.MAX_VALUE : peak).isGreaterThanOrEqualTo(output / seconds);
        assertThat(metrics.warnings())
                .extracting(Warning::code)
                .doesNotContain(
                        "littles_law",
                        "in_flight_above_cap",
                        "gaps_do_not_add_up",
                        "events_out_of_order",
                        "itl_of_chunks");
    }

    private static void expect(CellMetrics metrics, String name, double value) {
        assertThat(metrics.value(name).value())
                .as(name)
                .isNotNull()
                .isCloseTo(value, within(1e-6 * Math.max(1, value)));
    }

    /** Linear interpolation between the two nearest samples, which the definitions name. */
    private static double percentile(double[] values, double p) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double position = p / 100 * (sorted.length - 1);
        int below = (int) position;
        return below + 1 == sorted.length
                ? sorted[below]
                : sorted[below] * (below + 1 - position) + sorted[below + 1] * (position - below);
    }
}
