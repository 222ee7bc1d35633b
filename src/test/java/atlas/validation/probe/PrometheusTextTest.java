package atlas.validation.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrometheusTextTest {

    private static final List<String> TOKENS = List.of("vllm:generation_tokens");

    @Test
    void g1_aCounterIsFoundUnderItsNameWithTheSuffix() {
        PrometheusText first = PrometheusText.parse("vllm:generation_tokens_total 10\n");
        PrometheusText later = PrometheusText.parse("vllm:generation_tokens_total 110\n");

        assertThat(later.growthSince(first, TOKENS)).isEqualTo(OptionalDouble.of(100));
    }

    @Test
    void g1_aFamilyThatIsNotThereHasNoValueAndNotZero() {
        PrometheusText other = PrometheusText.parse("vllm:generation_tokens_created 5\nvllm:generation_tokens2 5\n");

        assertThat(other.value(TOKENS)).isEmpty();
        assertThat(other.growthSince(other, TOKENS)).isEmpty();
    }

    @Test
    void g3_whatWasCountedSinceTheStartIsNoGrowth() {
        PrometheusText first = PrometheusText.parse("vllm:generation_tokens_total 1000000");
        PrometheusText later = PrometheusText.parse("vllm:generation_tokens_total 1000500");

        assertThat(later.growthSince(first, TOKENS)).isEqualTo(OptionalDouble.of(500));
        assertThat(later.growthSince(PrometheusText.parse(""), TOKENS)).isEmpty();
    }

    @Test
    void g3_aCounterThatWasResetHasNoGrowth() {
        PrometheusText first = PrometheusText.parse("vllm:generation_tokens_total 900");
        PrometheusText later = PrometheusText.parse("vllm:generation_tokens_total 20");

        assertThat(later.growthSince(first, TOKENS)).isEmpty();
    }

    @Test
    void samplesOfAFamilyAreSummedOverTheirLabels() {
        PrometheusText text = PrometheusText.parse("""
                # HELP vllm:generation_tokens_total words
                # TYPE vllm:generation_tokens_total counter
                vllm:generation_tokens_total{model_name="a } b",engine="0"} 3 1700000000
                vllm:generation_tokens_total{model_name="c"} 4.5e0

                latency_bucket{le="+Inf"} +Inf
                """);

        assertThat(text.wrong()).isNull();
        assertThat(text.value(TOKENS)).isEqualTo(OptionalDouble.of(7.5));
        assertThat(text.samples()).hasSize(3);
    }

    @Test
    void f11_aHistogramWithoutBucketsIsReadAndHidesNothing() {
        PrometheusText text = PrometheusText.parse("""
                # HELP vllm:time_to_first_token_seconds no bucket yet
                # TYPE vllm:time_to_first_token_seconds histogram
                vllm:time_to_first_token_seconds_sum 0.0
                vllm:time_to_first_token_seconds_count 0
                # TYPE vllm:e2e_request_latency_seconds histogram
                # TYPE vllm:generation_tokens_total counter
                vllm:generation_tokens_total 7
                """);

        assertThat(text.wrong()).isNull();
        assertThat(text.samples()).hasSize(3);
        assertThat(text.value(TOKENS)).isEqualTo(OptionalDouble.of(7));
        assertThat(text.value(List.of("vllm:e2e_request_latency_seconds"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "+Inf", "-Inf", "Infinity"})
    void e8_aCounterThatIsNoNumberHasNoValue(String value) {
        PrometheusText first = PrometheusText.parse("vllm:generation_tokens_total 10");
        PrometheusText odd = PrometheusText.parse("vllm:generation_tokens_total " + value);

        assertThat(odd.wrong()).as("the format allows it").isNull();
        assertThat(odd.value(TOKENS)).isEmpty();
        assertThat(odd.growthSince(first, TOKENS)).isEmpty();
        assertThat(first.growthSince(odd, TOKENS)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>", "{\"a\": 1}", "name", "name{open=\"x\" 1", "name one"})
    void whatIsNoSampleIsNamed(String line) {
        assertThat(PrometheusText.parse("good 1\n" + line).wrong()).isEqualTo(line);
    }
}
