package atlas.validation.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNamesTest {

    private static final List<String> KNOWN = List.of("num_prompts", "port", "seed");

    @Test
    void slipsOfThePenAreFound() {
        assertThat(NearestNames.of("num_promts", KNOWN)).contains("num_prompts");
        assertThat(NearestNames.of("numPrompts", KNOWN)).contains("num_prompts");
        assertThat(NearestNames.of("prot", KNOWN)).contains("port");
        assertThat(NearestNames.of("SEED", KNOWN)).contains("seed");
    }

    @Test
    void strangersAreNot() {
        assertThat(NearestNames.of("temperature", KNOWN)).isEmpty();
        assertThat(NearestNames.fix("temperature", KNOWN)).isEqualTo("known are num_prompts, port and seed");
    }

    @Test
    void listsReadAsSentences() {
        assertThat(NearestNames.list(List.of())).isEqualTo("none");
        assertThat(NearestNames.list(List.of("a"))).isEqualTo("a");
        assertThat(NearestNames.list(List.of("a", "b", "c"))).isEqualTo("a, b and c");
    }
}
