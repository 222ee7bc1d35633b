package atlas.validation.server;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.config.Driver;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContainerCommandTest {

    private static final List<String> ATLAS =
            List.of("serve", "m", "--bind", "0.0.0.0", "--port", "8888", "--max-seq-len", "4096");

    /** Images of one server begin its command line in different ways. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ATLAS  | spark                                     | serve m --port 1             | serve m --port 1
            ATLAS  | spark serve                               | serve m --port 1             | m --port 1
            ATLAS  |                                           | serve m --port 1             | spark serve m --port 1
            VLLM   | vllm serve                                | serve m --port 1             | m --port 1
            VLLM   | vllm                                      | serve m --port 1             | serve m --port 1
            VLLM   | python3 -m vllm.entrypoints.openai.api_server | serve m --port 1         | --model m --port 1
            VLLM   | /opt/nvidia/nvidia_entrypoint.sh          | serve m --port 1             | vllm serve m --port 1
            SGLANG | /opt/nvidia/nvidia_entrypoint.sh          | --model-path m --port 1      | python3 -m sglang.launch_server --model-path m --port 1
            SGLANG | python3 -m sglang.launch_server           | --model-path m --port 1      | --model-path m --port 1
            OPENAI | /anything                                 | --x                          | --x
            """)
    void theCommandIsFittedToTheEntrypoint(Driver driver, String entrypoint, String derived, String fitted) {
        ContainerCommand command = ContainerCommand.fit(
                image(entrypoint), ServerDriver.of(driver), words(derived), List.of(), Optional.empty());

        assertThat(String.join(" ", command.words())).isEqualTo(fitted);
        assertThat(command.notes()).hasSize(fitted.equals(derived) ? 0 : 1);
    }

    @Test
    void aFlagThatTheImageDoesNotKnowIsLeftOutWithItsValueAndTold() {
        ContainerCommand command = atlas("--port <PORT>\n --max-seq-len <N>", "--scheduling-policy=slai");

        assertThat(command.words())
                .containsExactly("serve", "m", "--port", "8888", "--max-seq-len", "4096", "--scheduling-policy=slai");
        assertThat(command.notes())
                .containsExactly(
                        "this image's serve --help lists no --bind: it is left out, and the server's own default holds",
                        "roles.server.args has --scheduling-policy, which this image's serve --help does not list");
    }

    @Test
    void anOlderNameOfAFlagIsUsed() {
        assertThat(atlas("--port --host --max-seq-len").words()).startsWith("serve", "m", "--host", "0.0.0.0");
    }

    @Test
    void aFlagIsNotTakenForPartOfAnother() {
        assertThat(ContainerCommand.flags("  --bind-all, --no-tui [default: x--y]"))
                .containsExactly("--bind-all", "--no-tui");
    }

    @ParameterizedTest
    @CsvSource({
        "x/y, x/y, x/y:latest",
        "x/y:1, x/y, x/y:1",
        "h:5000/x, h:5000/x, h:5000/x:latest",
        "h:5000/x:1, h:5000/x, h:5000/x:1",
        "x/y@sha256:00, x/y, x/y@sha256:00"
    })
    void theNameOfAnImageIsTakenApart(String name, String repository, String withTag) {
        assertThat(ImageSource.repository(name)).isEqualTo(repository);
        assertThat(ImageSource.withTag(name)).isEqualTo(withTag);
    }

    @Test
    void anImageForAnotherProcessorIsNamedWithBoth() {
        ImageFacts image = new ImageFacts("x/y:1", "sha256:00", "arm64", List.of(), List.of());

        assertThat(ImageSource.wrongProcessor(image, "amd64"))
                .hasMessageStartingWith("the image x/y:1 is built for arm64, and the Docker host is amd64;")
                .extracting(trouble ->
                        ((ServerException) trouble).finding().orElseThrow().kind())
                .isEqualTo("platform");
        assertThat(Architecture.ofDocker("x86_64")).isEqualTo("amd64");
        assertThat(Architecture.ofDocker("aarch64")).isEqualTo("arm64");
    }

    private static ContainerCommand atlas(String help, String... asked) {
        return ContainerCommand.fit(
                image("spark"), ServerDriver.of(Driver.ATLAS), ATLAS, List.of(asked), Optional.of(help));
    }

    private static ImageFacts image(String entrypoint) {
        return new ImageFacts(
                "x/y:1", "sha256:00", "amd64", entrypoint == null ? List.of() : words(entrypoint), List.of());
    }

    private static List<String> words(String text) {
        return List.of(text.split(" "));
    }
}
