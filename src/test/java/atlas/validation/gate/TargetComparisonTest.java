package atlas.validation.gate;

import static atlas.validation.gate.TargetBuilder.target;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.metric.Direction;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.record.Comparison;
import atlas.validation.record.Comparison.ComparedMetric;
import atlas.validation.record.TargetRecord;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetComparisonTest {

    @ParameterizedTest(name = "{0} beside {1}, {2} better: ratio {3}, better {4}")
    @CsvSource(
            nullValues = "null",
            value = {
                "200,   100,  HIGHER,  2,    subject",
                "100,   200,  HIGHER,  0.5,  other",
                "200,   100,  LOWER,   2,    other",
                "100,   200,  LOWER,   0.5,  subject",
                "1000,  1000, LOWER,   1,    same",
                "1020,  1000, HIGHER,  1.02, same",
                "980,   1000, LOWER,   0.98, same",
                "1021,  1000, HIGHER,  1.021, subject",
                "200,   100,  NEITHER, 2,    null",
                "null,  100,  HIGHER,  null, null",
                "100,   null, HIGHER,  null, null",
                "0,     0,    LOWER,   null, same",
                "3,     0,    LOWER,   null, other",
                "0,     3,    LOWER,   0,    subject",
            })
    @DisplayName("I8 what is better follows the metric's own direction")
    void better(
            @Nullable Double subject,
            @Nullable Double other,
            Direction direction,
            @Nullable Double ratio,
            @Nullable String better) {
        assertThat(TargetComparison.compare(subject, other, direction))
                .isEqualTo(new ComparedMetric(subject, other, ratio, better));
    }

    @Test
    void comparesTheFirstWithEveryOther() {
        Comparison comparison = compare(
                target("a")
                        .measured("w1-conc1", Map.of("output_throughput", 100.0))
                        .measured("w1-conc2", Map.of()),
                target("b").measured("w1-conc1", Map.of("output_throughput", 50.0, "failed", 1.0)),
                target("c").measured("w1-conc1", Map.of("output_throughput", 400.0)));
        assertThat(comparison.subject()).isEqualTo("a");
        assertThat(comparison.others()).extracting(Comparison.Other::name).containsExactly("b", "c");
        Comparison.Other b = comparison.others().get(0);
        assertThat(b.cells()).hasSize(1);
        assertThat(b.cells().get(0).id()).isEqualTo("w1-conc1");
        assertThat(b.cells().get(0).metrics())
                .containsEntry("output_throughput", new ComparedMetric(100.0, 50.0, 2.0, "subject"))
                .containsEntry("failed", new ComparedMetric(null, 1.0, null, null));
        assertThat(b.notAlike()).containsExactly("cells only of a: w1-conc2");
    }

    @ParameterizedTest(name = "{0} of {1} and {2} successes: {3}")
    @CsvSource(
            nullValues = "null",
            value = {
                "mean_ttft_ms, 29,  1000, null",
                "mean_ttft_ms, 30,  30,   other",
                "p95_ttft_ms,  99,  1000, null",
                "p95_ttft_ms,  100, 100,  other",
                "p99_ttft_ms,  500, 499,  null",
                "p99_ttft_ms,  500, 500,  other",
            })
    @DisplayName("few requests cannot tell which is better; the figures and their ratio stand")
    void fewRequests(String metric, int subject, int other, @Nullable String better) {
        Comparison comparison = compare(
                target("a").measuredOn(subject, "w1-conc1", Map.of(metric, 200.0)),
                target("b").measuredOn(other, "w1-conc1", Map.of(metric, 100.0)));
        assertThat(comparison.others().get(0).cells().get(0).metrics())
                .containsEntry(metric, new ComparedMetric(200.0, 100.0, 2.0, better));
    }

    @Test
    void oneTargetHasNothingToBeComparedWith() {
        assertThat(TargetComparison.compare(List.of(target("a").build()), MetricRegistry.standard()))
                .isNull();
    }

    @Test
    void alikeTargetsHaveNoDifferences() {
        assertThat(differences(
                        target("a").gpu("L40S").measured("w1-conc1", Map.of("mean_osl", 100.0)),
                        target("b").gpu("L40S").measured("w1-conc1", Map.of("mean_osl", 100.5))))
                .isEmpty();
    }

    @Test
    void everyDifferenceIsTold() {
        assertThat(differences(
                        target("a")
                                .model("qwen")
                                .simulated()
                                .gpu("L40S")
                                .gpu("L40S")
                                .measured("w1-conc1", Map.of("mean_osl", 1024.0, "mean_isl", 1000.0)),
                        target("b")
                                .model("llama")
                                .gpu("H100")
                                .measured(
                                        "w1-conc1",
                                        Map.of("mean_osl", 812.4, "mean_isl", 1000.0),
                                        "chunk_counted",
                                        "start_burst")))
                .containsExactly(
                        "model: qwen of a, llama of b",
                        "server: simulated of a, real of b",
                        "GPUs: 2 x L40S (driver 570.1) of a, 1 x H100 (driver 570.1) of b",
                        "mean OSL in w1-conc1: 1024 of a, 812.4 of b",
                        "warning chunk_counted in w1-conc1: only of b");
    }

    @Test
    void anotherPrecisionIsTold() {
        assertThat(differences(target("a").precision("nvfp4"), target("b").precision("fp8")))
                .containsExactly("precision: nvfp4 of a, fp8 of b");
    }

    @Test
    void aSamplingFieldThatOneServerIsLeftToDecideIsTold() {
        assertThat(differences(
                        target("a").sampling(Map.of("temperature", 0.7, "top_p", 1, "min_p", 0)),
                        target("b").sampling(Map.of("temperature", 0.7, "top_p", 0.9))))
                .containsExactly(
                        "sampling min_p: 0 of a, the server's own default of b", "sampling top_p: 1 of a, 0.9 of b");
    }

    @Test
    void greedySamplingIsAlikeWhateverItWouldHaveChosenFrom() {
        assertThat(differences(
                        target("a").sampling(Map.of("temperature", 0, "top_p", 1, "top_n_sigma", 0)),
                        target("b").sampling(Map.of("temperature", 0.0, "top_p", 0.9))))
                .isEmpty();
        assertThat(differences(
                        target("a").sampling(Map.of("temperature", 0, "repetition_penalty", 1.0)),
                        target("b").sampling(Map.of("temperature", 0))))
                .as("a penalty changes which token is the likeliest")
                .containsExactly("sampling repetition_penalty: 1 of a, the server's own default of b");
    }

    @Test
    void aCacheThatOnlyOneServerHasIsTold() {
        assertThat(differences(
                        target("a").measured("p-conc1", Map.of("warm_ttft_ratio", 0.1)),
                        target("b").measured("p-conc1", Map.of("warm_ttft_ratio", 1.0), "prefix_not_cached")))
                .containsExactly("warning prefix_not_cached in p-conc1: only of b");
    }

    private static List<String> differences(TargetBuilder subject, TargetBuilder other) {
        return compare(subject, other).others().get(0).notAlike();
    }

    private static Comparison compare(TargetBuilder... builders) {
        List<TargetRecord> targets =
                Stream.of(builders).map(TargetBuilder::build).toList();
        return Objects.requireNonNull(TargetComparison.compare(targets, MetricRegistry.standard()));
    }
}
