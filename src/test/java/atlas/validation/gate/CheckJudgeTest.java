package atlas.validation.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import atlas.validation.config.ThresholdEntry;
import atlas.validation.metric.Doubt;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.metric.Tier;
import atlas.validation.record.CheckRecord;
import atlas.validation.record.Status;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CheckJudgeTest {

    private static final String PLACE = "w1_1k_1k-conc128";
    private static final String WHERE = " in " + PLACE + " [health], thresholds/x.json:17";

    private static Stream<Arguments> bounds() {
        return Stream.of(
                arguments(Limits.min("success_rate", 1), "success_rate", 1.0, Status.PASS, 0.0),
                arguments(Limits.min("success_rate", 1), "success_rate", 0.95, Status.FAIL, -5.0),
                arguments(Limits.minTokS("output_throughput", 800), "output_throughput", 880.0, Status.PASS, 10.0),
                arguments(Limits.minTokS("output_throughput", 800), "output_throughput", 720.0, Status.FAIL, -10.0),
                arguments(Limits.max("failed", 10), "failed", 10.0, Status.PASS, 0.0),
                arguments(Limits.max("failed", 10), "failed", 11.0, Status.FAIL, -10.0),
                arguments(Limits.maxMs("mean_ttft_ms", 500), "mean_ttft_ms", 400.0, Status.PASS, 20.0),
                arguments(Limits.maxMs("mean_ttft_ms", 500), "mean_ttft_ms", 500.0, Status.PASS, 0.0),
                arguments(Limits.maxMs("mean_ttft_ms", 500), "mean_ttft_ms", 600.0, Status.FAIL, -20.0),
                arguments(Limits.within("mean_isl", 100, 10), "mean_isl", 110.0, Status.PASS, 0.0),
                arguments(Limits.within("mean_isl", 100, 10), "mean_isl", 90.0, Status.PASS, 0.0),
                arguments(Limits.within("mean_isl", 100, 10), "mean_isl", 104.0, Status.PASS, 6.0),
                arguments(Limits.within("mean_isl", 100, 10), "mean_isl", 85.0, Status.FAIL, -5.0),
                arguments(Limits.max("failed", 0), "failed", 0.0, Status.PASS, null),
                arguments(Limits.max("failed", 0), "failed", 3.0, Status.FAIL, null),
                arguments(Limits.min("goodput", 0), "goodput", 0.0, Status.PASS, null),
                arguments(Limits.within("mean_isl", 0, 10), "mean_isl", 1.0, Status.FAIL, null));
    }

    @ParameterizedTest(name = "{0} with {2}: {3}")
    @MethodSource("bounds")
    void equalityPassesAndTheMarginIsOnTheGoodSide(
            ThresholdEntry limit, String metric, double actual, Status expected, @Nullable Double margin) {
        CheckRecord check = judge(limit, Measured.of(metric, actual));
        assertThat(check.status()).isEqualTo(expected);
        if (margin == null) {
            assertThat(check.marginPct()).as("limit 0 has no percentage").isNull();
        } else {
            assertThat(check.marginPct()).isCloseTo(margin, within(1e-9));
        }
    }

    private static Stream<Arguments> messages() {
        return Stream.of(
                arguments(
                        Limits.minTokS("output_throughput", 900),
                        Measured.of("output_throughput", 812.4),
                        "output_throughput 812.4 tok/s is below 900 tok/s (-9.7 %)"),
                arguments(
                        Limits.minTokS("output_throughput", 900),
                        Measured.of("output_throughput", 900),
                        "output_throughput 900 tok/s is at least 900 tok/s"),
                arguments(
                        Limits.minTokS("output_throughput", 900),
                        Measured.of("output_throughput", 899.99),
                        "output_throughput 899.99 tok/s is below 900 tok/s (-0.001 %)"),
                arguments(
                        Limits.maxMs("mean_ttft_ms", 500),
                        Measured.of("mean_ttft_ms", 512.34),
                        "mean_ttft_ms 512.3 ms is above 500 ms (+2.5 %)"),
                arguments(
                        Limits.maxMs("mean_ttft_ms", 500),
                        Measured.of("mean_ttft_ms", 250),
                        "mean_ttft_ms 250 ms is at most 500 ms (-50.0 %)"),
                arguments(
                        Limits.maxMs("mean_ttft_ms", 0.5),
                        Measured.of("mean_ttft_ms", 305.6),
                        "mean_ttft_ms 305.6 ms is above 0.5 ms (611 times the limit)"),
                arguments(
                        Limits.minTokS("output_throughput", 10),
                        Measured.of("output_throughput", 109.9),
                        "output_throughput 109.9 tok/s is at least 10 tok/s (+999.0 %)"),
                arguments(Limits.max("failed", 0), Measured.of("failed", 3), "failed 3 is above 0"),
                arguments(
                        Limits.within("mean_isl", 1024, 5),
                        Measured.of("mean_isl", 922),
                        "mean_isl 922 tokens is outside 1024 tokens ± 5 % (-10.0 %)"),
                arguments(
                        Limits.minRatio("output_throughput", 0.5, "total_token_throughput"),
                        Measured.of("output_throughput", 400).and("total_token_throughput", 1000),
                        "output_throughput / total_token_throughput 0.4 is below 0.5 (-20.0 %)"),
                arguments(
                        Limits.info("mean_ttft_ms", 500.0),
                        Measured.of("mean_ttft_ms", 512.34),
                        "mean_ttft_ms 512.3 ms beside 500 ms, for information"));
    }

    @ParameterizedTest(name = "{2}")
    @MethodSource("messages")
    @DisplayName("I7 W10 messages say value, limit, deviation, cell, tier, file and line")
    void messagesAreWhole(ThresholdEntry limit, Measured measured, String told) {
        assertThat(judge(limit, measured).message()).isEqualTo(told + WHERE);
    }

    private static Stream<ThresholdEntry> gates() {
        return Stream.of(
                Limits.min("output_throughput", 1),
                Limits.max("output_throughput", 1),
                Limits.minTokS("output_throughput", 1),
                Limits.maxMs("output_throughput", 1),
                Limits.within("output_throughput", 1, 1),
                Limits.minRatio("output_throughput", 1, "total_token_throughput"),
                Limits.maxRegression("output_throughput", 5));
    }

    @ParameterizedTest
    @MethodSource("gates")
    @DisplayName("I1 W1 W14 what was not measured never passes, whatever the kind")
    void unmeasuredNeverPasses(ThresholdEntry limit) {
        CheckRecord missing = judge(limit, Measured.nothing());
        assertThat(missing.status()).isEqualTo(Status.ERROR);
        assertThat(missing.actual()).isNull();
        CheckRecord unmeasured = judge(limit, Measured.nothing().unmeasured("output_throughput"));
        assertThat(unmeasured.status()).isEqualTo(Status.ERROR);
        assertThat(unmeasured.message()).isEqualTo("output_throughput was not measured (token count needed)" + WHERE);
    }

    @Test
    @DisplayName("what was not measured says why, where that is known")
    void theTrueReasonIsTold() {
        Measured measured = Measured.of("output_throughput", 1).unmeasured("median_tpot_ms", "each is of one token");
        assertThat(judge(Limits.maxMs("median_tpot_ms", 50), measured).message())
                .startsWith("median_tpot_ms was not measured (each is of one token) in ");
        assertThat(judge(Limits.minRatio("output_throughput", 1, "median_tpot_ms"), measured)
                        .message())
                .startsWith("output_throughput / median_tpot_ms cannot be told, as median_tpot_ms was not measured"
                        + " (each is of one token) in ");
    }

    @Test
    @DisplayName("I2 an unknown metric is an error that names it")
    void unknownMetric() {
        CheckRecord check = judge(Limits.min("output_troughput", 1), Measured.nothing());
        assertThat(check.status()).isEqualTo(Status.ERROR);
        assertThat(check.message()).startsWith("output_troughput is no known metric in ");
    }

    @Test
    void aRatioNeedsItsReference() {
        ThresholdEntry limit = Limits.minRatio("output_throughput", 0.5, "total_token_throughput");
        CheckRecord without = judge(limit, Measured.of("output_throughput", 5));
        assertThat(without.status()).isEqualTo(Status.ERROR);
        assertThat(without.message())
                .startsWith("output_throughput / total_token_throughput cannot be told, as total_token_throughput was"
                        + " not measured");
        CheckRecord zero = judge(limit, Measured.of("output_throughput", 5).and("total_token_throughput", 0));
        assertThat(zero.status()).isEqualTo(Status.ERROR);
        assertThat(zero.message()).contains("as total_token_throughput is 0");
        ThresholdEntry alias = Limits.minRatio("p50_ttft_ms", 0.5, "client.p50_e2el_ms");
        assertThat(judge(alias, Measured.of("median_ttft_ms", 5).and("median_e2el_ms", 10))
                        .status())
                .isEqualTo(Status.PASS);
    }

    @Test
    @DisplayName("I7 I18 W11 info never gates, with or without a value, measured or not")
    void infoNeverGates() {
        for (Double value : new Double[] {null, 5.0}) {
            ThresholdEntry limit = Limits.info("output_throughput", value);
            assertThat(judge(limit, Measured.nothing()).status()).isEqualTo(Status.RECORD);
            assertThat(judge(limit, Measured.nothing()).message()).startsWith("output_throughput n/a");
            assertThat(judge(limit, Measured.of("output_throughput", 1)).status())
                    .isEqualTo(Status.RECORD);
            assertThat(judge(Limits.enforced(limit, true), Measured.nothing()).status())
                    .isEqualTo(Status.RECORD);
        }
    }

    @Test
    void aRegressionNeedsABaseline() {
        CheckRecord check =
                judge(Limits.maxRegression("output_throughput", 5), Measured.of("output_throughput", 812.4));
        assertThat(check.status()).isEqualTo(Status.INCONCLUSIVE);
        assertThat(check.message())
                .startsWith("output_throughput 812.4 tok/s cannot be held against a regression of 5 %, as there is no"
                        + " baseline");
    }

    @ParameterizedTest(name = "{0} of {1} samples: {2}")
    @CsvSource({
        "median_ttft_ms, 9,    INCONCLUSIVE",
        "median_ttft_ms, 10,   PASS",
        "p90_ttft_ms,    49,   INCONCLUSIVE",
        "p90_ttft_ms,    50,   PASS",
        "p95_ttft_ms,    99,   INCONCLUSIVE",
        "p95_ttft_ms,    100,  PASS",
        "p99_ttft_ms,    499,  INCONCLUSIVE",
        "p99_ttft_ms,    500,  PASS",
        "p99.9_ttft_ms,  4999, INCONCLUSIVE",
        "p99.9_ttft_ms,  5000, PASS",
        "mean_ttft_ms,   1,    PASS",
        "max_ttft_ms,    1,    PASS",
    })
    void percentilesNeedFiveSamplesBeyondThem(String metric, long n, Status expected) {
        Measured measured = Measured.nothing().and(metric, 100, n);
        assertThat(judge(Limits.maxMs(metric, 500), measured).status()).isEqualTo(expected);
        assertThat(judge(Limits.maxMs(metric, 50), measured).status())
                .as("too few samples cannot fail either")
                .isEqualTo(expected == Status.PASS ? Status.FAIL : expected);
    }

    @Test
    void aLimitMaySetItsOwnNumberOfSamples() {
        Measured measured = Measured.nothing().and("p99_ttft_ms", 100, 120);
        assertThat(judge(Limits.onSamples(Limits.maxMs("p99_ttft_ms", 500), 100), measured)
                        .status())
                .isEqualTo(Status.PASS);
        CheckRecord tooFew = judge(Limits.onSamples(Limits.maxMs("p99_ttft_ms", 500), 200), measured);
        assertThat(tooFew.status()).isEqualTo(Status.INCONCLUSIVE);
        assertThat(tooFew.message())
                .startsWith("p99_ttft_ms 100 ms is at most 500 ms (-80.0 %), undecided: 120 of the 200 samples that it"
                        + " needs in ");
    }

    @Test
    void doubtsLeaveAGateUndecided() {
        Measured measured = Measured.nothing().and("output_throughput", 812.4, 100, Doubt.CHUNK_COUNTED);
        CheckRecord check = judge(Limits.minTokS("output_throughput", 900), measured);
        assertThat(check.status()).isEqualTo(Status.INCONCLUSIVE);
        assertThat(check.actual()).isEqualTo(812.4);
        assertThat(check.message()).contains("undecided: it rests on counting chunks");
    }

    @Test
    void anUnfitClientLeavesAGateUndecided() {
        CheckRecord check = judge(
                Limits.minTokS("output_throughput", 900),
                Measured.of("output_throughput", 1000),
                "loop lag p99 is 40 ms",
                true);
        assertThat(check.status()).isEqualTo(Status.INCONCLUSIVE);
        assertThat(check.message()).contains("undecided: the client is unfit: loop lag p99 is 40 ms");
    }

    @Test
    @DisplayName("I16 a limit that is not enforced is on record, with what was found")
    void recordOnly() {
        CheckRecord check =
                judge(Limits.minTokS("output_throughput", 900), Measured.of("output_throughput", 812.4), null, false);
        assertThat(check.status()).isEqualTo(Status.RECORD);
        assertThat(check.message()).startsWith("output_throughput 812.4 tok/s is below 900 tok/s (-9.7 %)");
        assertThat(check.marginPct()).isNegative();
    }

    @Test
    void aLimitMayBeEnforcedOrNotByItself() {
        ThresholdEntry limit = Limits.minTokS("output_throughput", 900);
        Measured measured = Measured.of("output_throughput", 812.4);
        assertThat(judge(Limits.enforced(limit, true), measured, null, false).status())
                .isEqualTo(Status.FAIL);
        assertThat(judge(Limits.enforced(limit, false), measured, null, true).status())
                .isEqualTo(Status.RECORD);
    }

    @Test
    void theRecordHoldsEverything() {
        CheckRecord check = judge(Limits.maxMs("p50_ttft_ms", 500), Measured.of("median_ttft_ms", 400));
        assertThat(check)
                .isEqualTo(new CheckRecord(
                        "p50_ttft_ms",
                        "max_ms",
                        500.0,
                        400.0,
                        "ms",
                        1000L,
                        20.0,
                        Status.PASS,
                        "p50_ttft_ms 400 ms is at most 500 ms (-20.0 %)" + WHERE,
                        "thresholds/x.json",
                        17,
                        null,
                        null));
    }

    private static CheckRecord judge(ThresholdEntry limit, Measured measured) {
        return judge(limit, measured, null, true);
    }

    private static CheckRecord judge(
            ThresholdEntry limit, Measured measured, @Nullable String unfit, boolean enforced) {
        Subject subject = new Subject(PLACE, measured.metrics()::value, unfit, null, enforced, Judging.plain());
        return new CheckJudge(MetricRegistry.standard())
                .judge(limit, Tier.HEALTH, subject)
                .record();
    }
}
