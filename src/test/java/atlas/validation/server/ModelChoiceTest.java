package atlas.validation.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelChoiceTest {

    private static final URI SERVER = URI.create("http://host:8888");

    @Test
    void theModelThatWasAskedForWins() {
        assertThat(ModelChoice.choose(SERVER, "mine", List.of("a", "b"))).isEqualTo("mine");
    }

    @Test
    void theOnlyModelIsTaken() {
        assertThat(ModelChoice.choose(SERVER, null, List.of("a/b"))).isEqualTo("a/b");
    }

    @Test
    void severalModelsAreListed() {
        assertThatThrownBy(() -> ModelChoice.choose(SERVER, null, List.of("a", "b")))
                .isInstanceOf(ServerException.class)
                .hasMessage("http://host:8888/v1/models lists 2 models (a, b); choose one with -Dmodel=<model>");
    }

    @Test
    void noModelIsToldToo() {
        assertThatThrownBy(() -> ModelChoice.choose(SERVER, null, List.of()))
                .hasMessage("http://host:8888/v1/models lists no model; name one with -Dmodel=<model>");
    }
}
