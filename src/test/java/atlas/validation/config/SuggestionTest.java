package atlas.validation.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionTest {

    private static final List<String> KNOWN = List.of("num_prompts", "port", "seed");

    @Test
    void slipsOfThePenAreFound() {
        assertThat(Suggestion.of("num_promts", KNOWN)).contains("num_prompts");
        assertThat(Suggestion.of("numPrompts", KNOWN)).contains("num_prompts");
        assertThat(Suggestion.of("prot", KNOWN)).contains("port");
        assertThat(Suggestion.of("SEED", KNOWN)).contains("seed");
    }

    @Test
    void strangersAreNot() {
        assertThat(Suggestion.of("temperature", KNOWN)).isEmpty();
        assertThat(Suggestion.fix("temperature", KNOWN)).isEqualTo("known are num_prompts, port and seed");
    }

    @Test
    void listsReadAsSentences() {
        assertThat(Suggestion.list(List.of())).isEqualTo("none");
        assertThat(Suggestion.list(List.of("a"))).isEqualTo("a");
        assertThat(Suggestion.list(List.of("a", "b", "c"))).isEqualTo("a, b and c");
    }
}
