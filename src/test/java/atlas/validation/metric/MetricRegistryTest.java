package atlas.validation.metric;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricRegistryTest {

    private final MetricRegistry registry = MetricRegistry.standard();

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "output_throughput,         output_throughput",
        "client.output_throughput,  output_throughput",
        "scaling.efficiency_pct,    scaling.efficiency_pct",
        "p50_ttft_ms,               median_ttft_ms",
        "client.p50_itl_ms,         median_itl_ms",
        "p50.0_itl_ms,              median_itl_ms",
        "p99_ttft_ms,               p99_ttft_ms",
        "p99.0_ttft_ms,             p99_ttft_ms",
        "p99.9_e2el_ms,             p99.9_e2el_ms",
        "p5_tpot_ms,                p5_tpot_ms",
        "p97_scheduled_ttft_ms,     p97_scheduled_ttft_ms",
        "mean_vllm_ttft_ms,         mean_vllm_ttft_ms",
        "max_ttft_ms,               max_ttft_ms",
    })
    @DisplayName("I6 names, aliases and percentiles find the same figure")
    void findsByNameAliasAndPattern(String name, String canonical) {
        assertThat(registry.find(name).orElseThrow().name()).isEqualTo(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "_",
                "ttft_ms",
                "p_ttft_ms",
                "p0_ttft_ms",
                "p100_ttft_ms",
                "p99_ttft",
                "p99.99999_ttft_ms",
                "p-1_ttft_ms",
                "P99_ttft_ms",
                "server.output_throughput",
                "p99_output_throughput"
            })
    void doesNotFindWhatIsNone(String name) {
        assertThat(registry.find(name)).isEmpty();
    }

    @Test
    void everyNameIsFoundAndSaysWhatItMeans() {
        assertThat(registry.all())
                .doesNotHaveDuplicates()
                .hasSizeGreaterThan(70)
                .allSatisfy(definition -> {
                    assertThat(registry.find(definition.name())).contains(definition);
                    assertThat(definition.definition()).endsWith(".").hasSizeGreaterThan(15);
                    assertThat(definition.unit()).isNotEmpty();
                });
        assertThat(registry.all()).extracting(MetricDefinition::name).doesNotHaveDuplicates();
    }

    @Test
    void standsInTheOrderOfTiers() {
        assertThat(registry.all()).extracting(MetricDefinition::tier).isSorted();
    }

    @ParameterizedTest(name = "{0} is better {2} and judged in {1}")
    @CsvSource({
        "output_throughput,     THROUGHPUT, HIGHER",
        "p99_ttft_ms,           TTFT,       LOWER",
        "mean_ttfo_ms,          TTFT,       LOWER",
        "mean_tpot_ms,          TPOT,       LOWER",
        "p95_itl_ms,            LATENCY,    LOWER",
        "p99_e2el_ms,           LATENCY,    LOWER",
        "success_rate,          HEALTH,     HIGHER",
        "failed,                HEALTH,     LOWER",
        "completed,             HEALTH,     HIGHER",
        "goodput_ratio,         GOODPUT,    HIGHER",
        "cold_start_ms,         TARGET,     LOWER",
        "mean_isl,              RECORD,     NEITHER",
        "p99_vllm_ttft_ms,      RECORD,     LOWER",
    })
    void knowsTierAndDirection(String name, Tier tier, Direction direction) {
        MetricDefinition definition = registry.find(name).orElseThrow();
        assertThat(definition.tier()).isEqualTo(tier);
        assertThat(definition.better()).isEqualTo(direction);
    }

    @ParameterizedTest(name = "{0} may mean {1}")
    @CsvSource({
        "output_troughput,      output_throughput",
        "ouptut_throughput,     output_throughput",
        "client.sucess_rate,    success_rate",
        "p97_tfft_ms,           p97_ttft_ms",
        "meantpot_ms,           mean_tpot_ms",
        "good_put,              goodput",
        "p99_e2e_ms,            p99_e2el_ms",
    })
    @DisplayName("I6 an unknown name is answered by the nearest ones")
    void suggestsTheNearest(String name, String expected) {
        assertThat(registry.nearest(name)).first().isEqualTo(expected);
        assertThat(registry.nearest(name)).hasSizeLessThanOrEqualTo(3);
    }

    @Test
    void suggestsNothingForWhatIsFarFromAll() {
        assertThat(registry.nearest("zzzzzzzzzzzzzzzzzzzz")).isEmpty();
    }
}
