package atlas.validation.gate;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.config.ThresholdEntry;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.metric.Tier;
import atlas.validation.record.CellId;
import atlas.validation.record.CheckRecord;
import atlas.validation.record.Counts;
import atlas.validation.record.Status;
import atlas.validation.record.TierRecord;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CellJudgeTest {

    private static final List<Tier> TIERS =
            List.of(Tier.THROUGHPUT, Tier.TTFT, Tier.TPOT, Tier.LATENCY, Tier.HEALTH, Tier.RECORD);
    private static final CellId CELL = CellId.ofConcurrency("w1_1k_1k", 128);

    private final CellJudge judge = new CellJudge(MetricRegistry.standard());

    @Test
    @DisplayName("I17 a limit that holds is a pass, in its own tier")
    void pass() {
        CellVerdict verdict = judge(
                Measured.of("output_throughput", 950).and("mean_ttft_ms", 100),
                true,
                Limits.minTokS("output_throughput", 900),
                Limits.maxMs("mean_ttft_ms", 500));
        assertThat(verdict.status()).isEqualTo(Status.PASS);
        assertThat(verdict.message()).isEqualTo("pass: both limits hold");
        assertThat(verdict.tiers())
                .extracting(TierRecord::name)
                .containsExactly("throughput", "ttft", "tpot", "latency", "health", "record");
        assertThat(verdict.tiers())
                .extracting(TierRecord::status)
                .containsExactly(Status.PASS, Status.PASS, Status.RECORD, Status.RECORD, Status.RECORD, Status.RECORD);
        assertThat(tier(verdict, "throughput").message()).isEqualTo("pass: its limit holds");
        assertThat(tier(verdict, "tpot").message()).isEqualTo("record: nothing is limited here");
    }

    @Test
    @DisplayName("every violation is reported, never only the first")
    void everyViolation() {
        CellVerdict verdict = judge(
                Measured.of("output_throughput", 812.4)
                        .and("request_throughput", 3)
                        .and("mean_ttft_ms", 100),
                true,
                Limits.minTokS("output_throughput", 900),
                Limits.min("request_throughput", 4),
                Limits.min("steady_output_throughput", 4),
                Limits.maxMs("mean_ttft_ms", 50));
        TierRecord throughput = tier(verdict, "throughput");
        assertThat(throughput.checks())
                .extracting(CheckRecord::status)
                .containsExactly(Status.FAIL, Status.FAIL, Status.ERROR);
        assertThat(throughput.status()).isEqualTo(Status.ERROR);
        assertThat(throughput.message())
                .isEqualTo(
                        "error: steady_output_throughput was not measured (streamed answers only, token count needed)"
                                + " in w1_1k_1k-conc128 [throughput], thresholds/x.json:17 (and 2 fail)");
        assertThat(verdict.status()).isEqualTo(Status.ERROR);
        assertThat(verdict.message()).endsWith("(and 3 fail)");
    }

    @Test
    void theFirstFailureIsToldAndTheOthersAreCounted() {
        CellVerdict verdict = judge(
                Measured.of("output_throughput", 812.4).and("request_throughput", 3),
                true,
                Limits.minTokS("output_throughput", 900),
                Limits.min("request_throughput", 4));
        assertThat(tier(verdict, "throughput").message())
                .isEqualTo("fail: output_throughput 812.4 tok/s is below 900 tok/s (-9.7 %) in w1_1k_1k-conc128"
                        + " [throughput], thresholds/x.json:17 (and 1 more)");
    }

    @Test
    @DisplayName("I16 on record only, it says what would fail")
    void recordOnly() {
        CellVerdict verdict = judge(
                Measured.of("output_throughput", 812.4)
                        .and("request_throughput", 3)
                        .and("p99_ttft_ms", 1, 5),
                false,
                Limits.minTokS("output_throughput", 900),
                Limits.min("request_throughput", 4),
                Limits.min("per_gpu_throughput", 4),
                Limits.min("total_token_throughput", 4),
                Limits.info("steady_output_throughput", null),
                Limits.maxMs("p99_ttft_ms", 4));
        assertThat(verdict.status()).isEqualTo(Status.RECORD);
        assertThat(tier(verdict, "throughput").message())
                .isEqualTo("record: would fail 2 of 4, could not measure 2 of 4, output_throughput 812.4 tok/s is below"
                        + " 900 tok/s (-9.7 %) in w1_1k_1k-conc128 [throughput], thresholds/x.json:17");
        assertThat(tier(verdict, "ttft").message()).startsWith("record: could not decide 1 of 1, p99_ttft_ms 1 ms");
        assertThat(verdict.message()).startsWith("record: would fail 2 of 5, ");
    }

    @Test
    void recordOnlyThatWouldPass() {
        CellVerdict verdict =
                judge(Measured.of("output_throughput", 950), false, Limits.minTokS("output_throughput", 900));
        assertThat(verdict.message()).isEqualTo("record: would pass 1 of 1");
    }

    @Test
    void onlyInformation() {
        CellVerdict verdict = judge(Measured.of("output_throughput", 950), true, Limits.info("output_throughput", 9.0));
        assertThat(verdict.status()).isEqualTo(Status.RECORD);
        assertThat(verdict.message()).isEqualTo("record: for information only");
    }

    @Test
    void aLimitOnRecordStandsBesideAnEnforcedOne() {
        CellVerdict verdict = judge(
                Measured.of("output_throughput", 950).and("request_throughput", 3),
                true,
                Limits.minTokS("output_throughput", 900),
                Limits.enforced(Limits.min("request_throughput", 4), false));
        assertThat(verdict.status()).isEqualTo(Status.PASS);
        assertThat(verdict.message())
                .startsWith("pass: its limit holds; on record would fail 1 of 1, request_throughput 3 req/s is below 4"
                        + " req/s (-25.0 %)");
    }

    @ParameterizedTest(name = "{0} is judged in {1}")
    @CsvSource({
        "output_throughput,       throughput",
        "p99_ttft_ms,             ttft",
        "client.mean_tpot_ms,     tpot",
        "p50_itl_ms,              latency",
        "success_rate,            health",
        "mean_vllm_ttft_ms,       latency",
        "decode_ms_per_token,     latency",
        "mean_isl,                health",
        "normalized_ttft_ms_per_tok, health",
        "max_output_tokens_per_s, health",
        "goodput,                 health",
        "scaling.efficiency_pct,  health",
        "cold_start_ms,           health",
        "no_such_metric,          health",
    })
    void aLimitIsNeverPassedOverInSilence(String metric, String tier) {
        CellVerdict verdict = judge(Measured.nothing(), true, Limits.min(metric, 1));
        assertThat(tier(verdict, tier).status()).isEqualTo(Status.ERROR);
        assertThat(verdict.status()).isEqualTo(Status.ERROR);
    }

    @Test
    void goodputHasATierOfItsOwnWhereItIsMeasured() {
        CellVerdict verdict = judge.judge(
                CELL,
                Measured.of("goodput", 3).metrics(),
                List.of(Tier.HEALTH, Tier.GOODPUT),
                List.of(Limits.min("goodput", 4)),
                true,
                null,
                Judging.plain());
        assertThat(tier(verdict, "goodput").status()).isEqualTo(Status.FAIL);
        assertThat(tier(verdict, "health").checks()).isEmpty();
    }

    @Test
    @DisplayName("limits of tiers that were not selected are passed over")
    void onlySelectedTiers() {
        CellVerdict verdict = judge.judge(
                CELL,
                Measured.of("output_throughput", 1).and("mean_ttft_ms", 1).metrics(),
                List.of(Tier.TTFT),
                List.of(Limits.minTokS("output_throughput", 900), Limits.maxMs("mean_ttft_ms", 5)),
                true,
                null,
                Judging.plain());
        assertThat(verdict.status()).isEqualTo(Status.PASS);
        assertThat(verdict.tiers()).hasSize(1);
    }

    @Test
    @DisplayName("D12 D14 a cell without one success is an error, enforced or not")
    void noSuccess() {
        Measured measured = Measured.of("success_rate", 0)
                .unmeasured("output_throughput")
                .ended(new Counts(60, 0, 60, 0, Map.of("connect_error", 60)));
        ThresholdEntry[] limits = {Limits.min("success_rate", 1), Limits.minTokS("output_throughput", 900)};
        CellVerdict enforced = judge(measured, true, limits);
        assertThat(enforced.status()).isEqualTo(Status.ERROR);
        assertThat(enforced.message()).isEqualTo("error: no request succeeded: 60 connect_error of 60 attempted");
        assertThat(tier(enforced, "health").status()).isEqualTo(Status.FAIL);
        assertThat(tier(enforced, "throughput").message())
                .isEqualTo("error: output_throughput was not measured (no request succeeded: 60 connect_error of 60"
                        + " attempted) in w1_1k_1k-conc128 [throughput], thresholds/x.json:17");
        assertThat(tier(enforced, "ttft").message())
                .isEqualTo("record: no request succeeded: 60 connect_error of 60 attempted");
        CellVerdict onRecord = judge(measured, false, limits);
        assertThat(onRecord.status()).isEqualTo(Status.ERROR);
        assertThat(tier(onRecord, "health").status()).isEqualTo(Status.RECORD);
        CellVerdict nothingSent = judge(Measured.nothing().ended(Counts.none()), false);
        assertThat(nothingSent.message()).isEqualTo("error: no request was sent");
    }

    @Test
    void inconclusiveIsWorseThanPassAndBetterThanFail() {
        Measured measured = Measured.of("output_throughput", 950).and("p99_ttft_ms", 1, 5);
        CellVerdict verdict =
                judge(measured, true, Limits.minTokS("output_throughput", 900), Limits.maxMs("p99_ttft_ms", 4));
        assertThat(verdict.status()).isEqualTo(Status.INCONCLUSIVE);
        assertThat(verdict.message())
                .isEqualTo("inconclusive: p99_ttft_ms 1 ms is at most 4 ms (-75.0 %), undecided: 5 of the 500 samples"
                        + " that it needs in w1_1k_1k-conc128 [ttft], thresholds/x.json:17");
        CellVerdict worse =
                judge(measured, true, Limits.minTokS("output_throughput", 990), Limits.maxMs("p99_ttft_ms", 4));
        assertThat(worse.status()).isEqualTo(Status.FAIL);
        assertThat(worse.message()).endsWith("(and 1 inconclusive)");
    }

    @Test
    void anUnfitClientIsSaid() {
        CellVerdict verdict = judge.judge(
                CELL,
                Measured.of("output_throughput", 950).metrics(),
                TIERS,
                List.of(Limits.minTokS("output_throughput", 900)),
                true,
                "loop lag p99 is 40 ms",
                Judging.plain());
        assertThat(verdict.status()).isEqualTo(Status.INCONCLUSIVE);
    }

    @Test
    void judgesWhatIsMeasuredOncePerServer() {
        List<ThresholdEntry> limits =
                List.of(Limits.maxMs("cold_start_ms", 60_000), Limits.maxMs("first_request_ms", 9));
        Map<String, @Nullable Double> actuals = new HashMap<>();
        actuals.put("cold_start_ms", 61_000.0);
        actuals.put("first_request_ms", null);
        CellVerdict verdict = judge.judgeTarget("l40s_atlas", actuals, limits, true);
        assertThat(verdict.status()).isEqualTo(Status.ERROR);
        assertThat(verdict.tiers()).hasSize(1);
        assertThat(tier(verdict, "target").checks())
                .extracting(CheckRecord::message)
                .containsExactly(
                        "cold_start_ms 61000 ms is above 60000 ms (+1.7 %) in l40s_atlas [target], thresholds/x.json:17",
                        "first_request_ms was not measured (streamed answers only, once per launched server) in"
                                + " l40s_atlas [target], thresholds/x.json:17");
        assertThat(judge.judgeTarget("l40s_atlas", Map.of(), List.of(), true).status())
                .isEqualTo(Status.RECORD);
    }

    @Test
    @DisplayName("I1 what is no number was not measured")
    void noNumber() {
        for (double value : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            CellVerdict verdict = judge.judgeTarget(
                    "t",
                    Collections.singletonMap("cold_start_ms", value),
                    List.of(Limits.maxMs("cold_start_ms", 100)),
                    true);
            assertThat(verdict.status()).isEqualTo(Status.ERROR);
        }
    }

    private CellVerdict judge(Measured measured, boolean enforced, ThresholdEntry... limits) {
        return judge.judge(CELL, measured.metrics(), TIERS, List.of(limits), enforced, null, Judging.plain());
    }

    private static TierRecord tier(CellVerdict verdict, String name) {
        return verdict.tiers().stream()
                .filter(tier -> tier.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
