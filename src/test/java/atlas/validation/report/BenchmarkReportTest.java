package atlas.validation.report;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.RunRecord;
import atlas.validation.testing.RecordFixtures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BenchmarkReportTest {

    @ParameterizedTest
    @MethodSource("atlas.validation.report.ConsoleReportTest#everyKindOfRun")
    void hasTheFieldsThatScriptsReadWhateverTheRun(RunRecord record) {
        JsonNode report = report(record);

        assertThat(report.propertyNames())
                .contains("provider", "base_url", "model", "gpu_info", "timestamp", "results", "summary");
        assertThat(report.at("/summary").propertyNames())
                .contains(
                        "successful_benchmarks",
                        "total_benchmarks",
                        "total_completion_tokens",
                        "average_tps",
                        "cold_start_ms",
                        "vllm_comparison");
        for (JsonNode result : report.at("/results")) {
            assertThat(result.propertyNames())
                    .contains(
                            "name",
                            "model",
                            "provider",
                            "prompt_tokens",
                            "completion_tokens",
                            "total_time_ms",
                            "time_to_first_token_ms",
                            "tokens_per_second",
                            "success",
                            "error");
        }
    }

    @Test
    void aShapeWithOneCellGoesByItsOwnName() {
        JsonNode result = report(RecordFixtures.recordOnly()).at("/results/0");

        assertThat(result.at("/name").asString()).isEqualTo("w1_1k_1k");
        assertThat(result.at("/cell").asString()).isEqualTo("w1_1k_1k-conc16");
        assertThat(result.at("/provider").asString()).isEqualTo("atlas");
        assertThat(result.at("/time_to_first_token_ms").isIntegralNumber()).isTrue();
        assertThat(result.at("/time_to_first_token_ms").asLong())
                .isLessThan(result.at("/total_time_ms").asLong());
        assertThat(result.at("/success").asBoolean()).isTrue();
        assertThat(result.at("/error").asString()).isEmpty();
    }

    @Test
    void namesNeverRepeatAndTheOtherServerIsCompared() {
        JsonNode report = report(RecordFixtures.twoServersFailing());

        assertThat(report.at("/results")
                        .valueStream()
                        .map(result -> result.at("/name").asString()))
                .hasSize(6)
                .doesNotHaveDuplicates();
        JsonNode vllm = report.at("/summary/vllm_comparison");
        assertThat(vllm.at("/speedup").asDouble()).isBetween(0.5, 1.5);
        assertThat(vllm.at("/vllm_tps").asDouble()).isPositive();
        assertThat(report.at("/gpu_info").asString()).isEqualTo("NVIDIA L40S, 46068 MiB, 570.86.15");
    }

    @Test
    void whatWasNotMeasuredIsNullAndNeverZero() {
        JsonNode report = report(RecordFixtures.allFailed());
        JsonNode result = report.at("/results/0");

        assertThat(result.at("/tokens_per_second").isNull()).isTrue();
        assertThat(result.at("/time_to_first_token_ms").isNull()).isTrue();
        assertThat(result.at("/success").asBoolean()).isFalse();
        assertThat(result.at("/error").asString()).isEqualTo("32 of 32 requests did not succeed: 32 http_error");
        assertThat(report.at("/summary/average_tps").isNull()).isTrue();
        assertThat(report.at("/summary/successful_benchmarks").asInt()).isZero();
    }

    @Test
    void aSimulatedRunIsLabelled() {
        JsonNode report = report(RecordFixtures.simulatedPass());

        assertThat(report.at("/simulated").asBoolean()).isTrue();
        assertThat(report.at("/gpu_info").asString()).isEqualTo("SIMULATED");
    }

    private static JsonNode report(RunRecord record) {
        return JsonMapper.builder().build().readTree(BenchmarkReport.render(record));
    }
}
