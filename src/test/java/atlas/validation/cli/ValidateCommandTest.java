package atlas.validation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.testing.FixtureConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValidateCommandTest {

    @TempDir
    private Path folder;

    private CommandRun validate(FixtureConfig config) {
        return CommandRun.in(folder, "validate", config.writeTo(folder).toString());
    }

    private static FixtureConfig sound() {
        return FixtureConfig.named("small").cell("w1", 1).recordOnly();
    }

    @Test
    void aSoundConfigIsValid() {
        CommandRun run = validate(sound());

        assertThat(run.exitCode()).as(run.toString()).isZero();
        assertThat(run.out()).contains("valid: 1 config, 1 cell, 0 warnings");
    }

    @Test
    void everyProblemOfEveryFileIsToldAtOnceAndWarningsApart() throws IOException {
        Path config = sound().params("\"num_promts\": 4, \"seed\": \"7\"")
                .cell("w9", 1)
                .writeTo(folder);
        Files.writeString(
                folder.resolve("small_threshold.json"),
                "{ \"w1-conc1\": { \"mean_ttft\": { \"kind\": \"max_ms\", \"value\": 1 } } }");

        CommandRun run = CommandRun.in(folder, "validate", config.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.words())
                .containsSubsequence("Problems (", "num_promts", "w9")
                .containsSubsequence("mean_ttft", "did you mean", "Warnings (", "seed", "not valid: ");
    }

    @Test
    void problemsOfAThresholdFileAreToldFromItsTopToItsEnd() throws IOException {
        Path config = FixtureConfig.named("small").cell("w1", 1).writeTo(folder);
        Files.writeString(folder.resolve("small_threshold.json"), """
                {
                  "w9-conc9": { "failed": { "kind": "max", "value": 0 } },
                  "w1-conc1": {
                    "mean_tftt_ms": { "kind": "max_ms", "value": 1 },
                    "failed": { "kind": "max", "value": "none" }
                  },
                  "w8-conc8": { "failed": { "kind": "max", "value": 0 } }
                }
                """);

        CommandRun run = CommandRun.in(folder, "validate", config.toString());

        assertThat(Pattern.compile("_threshold.json:(\\d+)")
                        .matcher(run.words())
                        .results()
                        .map(line -> Integer.valueOf(line.group(1))))
                .as(run.toString())
                .containsExactly(2, 4, 5, 7);
    }

    @Test
    void anImageWhoseNameCannotBeOneIsAProblem() {
        CommandRun run = validate(sound().docker("Avarok/Atlas GB10", "{ \"gpus\": \"none\" }"));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.words()).contains("container.image Avarok/Atlas GB10 is no name of an image");
    }

    @Test
    void aFolderThatIsMountedAndMissingIsAWarning() {
        CommandRun run = validate(
                sound().docker("atlas:1", "{ \"gpus\": \"none\", \"volumes\": [\"/nowhere/at/all:/models\"] }"));

        assertThat(run.words())
                .contains("Warnings (")
                .contains("the volume /nowhere/at/all does not exist on this machine");
    }

    @Test
    void aDaemonWhoseHostIsNotKnownIsAProblemOfTheClusterFile() throws IOException {
        Path cluster = Files.writeString(folder.resolve("cluster.json"), """
                { "orchestrator": "container", "username": "atlas",
                  "head_node_dict": { "mgmt_ip": "gpu-node.invalid" },
                  "node_dict": { "gpu-node.invalid": { "docker_host": "ssh://atlas@gpu-node.invalid" } },
                  "env_vars": {} }
                """);

        CommandRun run =
                validate(sound().docker("atlas:1", "{ \"gpus\": \"none\" }").cluster(cluster));

        assertThat(run.exitCode()).as(run.toString()).isEqualTo(2);
        assertThat(run.words())
                .contains(
                        "cluster.json: docker_host ssh://atlas@gpu-node.invalid: the host gpu-node.invalid is not known");
    }

    /** Any word that is no runtime reads as Docker, the default; the daemon here is one that cannot be reached. */
    @ParameterizedTest
    @ValueSource(
            strings = {"\"name\": \"embedded\"|\"name\": \"embeded\"", "\"name\"|\"nmae\"", "\"runtime\"|\"runtme\""})
    void ofAMistypedRuntimeNoDaemonIsTold(String slip) throws IOException {
        Path cluster = Files.writeString(folder.resolve("cluster.json"), """
                { "orchestrator": "container", "username": "atlas",
                  "head_node_dict": { "mgmt_ip": "gpu-node.invalid" },
                  "node_dict": { "gpu-node.invalid": { "docker_host": "ssh://atlas@gpu-node.invalid" } },
                  "env_vars": {} }
                """);
        Path config = sound().cluster(cluster).writeTo(folder);
        String container = "\"runtime\": { \"name\": \"embedded\"";
        String text = Files.readString(config);
        assertThat(text).contains(container);
        String[] words = slip.split("\\|", -1);
        Files.writeString(config, text.replace(container, container.replace(words[0], words[1])));

        CommandRun run = CommandRun.in(folder, "validate", config.toString());

        assertThat(run.exitCode()).as(run.toString()).isEqualTo(2);
        assertThat(run.words()).contains("did you mean").doesNotContain("docker_host");
    }

    @Test
    void aServerThatDoesNotAnswerYetIsAWarningAndOneThatDoesIsNone() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            URI there = URI.create("http://127.0.0.1:" + server.getLocalPort());
            assertThat(validate(sound().runningAt(there)).out()).contains("0 warnings");
        }
        CommandRun run = validate(sound().runningAt(URI.create("http://127.0.0.1:1")));

        assertThat(run.exitCode()).as(run.toString()).isZero();
        assertThat(run.words()).contains("nothing answers at 127.0.0.1:1");
    }

    @Test
    void aKnobCountsAsItDoesInARun() {
        Path config = sound().writeTo(folder);

        CommandRun run = CommandRun.in(folder, "validate", config.toString(), "--thresholds", "absent.json");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.words()).contains("absent.json: does not exist");
    }

    @Test
    void theEnvironmentIsThatOfTheCommand() {
        Path config = sound().params("\"api_key_env\": \"KEY_OF_MINE\"").writeTo(folder);

        assertThat(CommandRun.in(folder, Map.of("KEY_OF_MINE", "secret-value"), "config", "show", config.toString())
                        .out())
                .contains("KEY_OF_MINE")
                .doesNotContain("secret-value");
    }
}
