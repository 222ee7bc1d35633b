package atlas.validation.server;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.config.ClusterFile;
import atlas.validation.config.ConfigLoader;
import atlas.validation.config.Settings;
import atlas.validation.config.ValidationConfig;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.HostConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.testcontainers.shaded.com.github.dockerjava.core.command.CreateContainerCmdImpl;

/** The commands that the set-up page shows are those that the suite makes of the shipped configs. */
class SetupPageIT {

    private static final Path PAGE = Path.of("docs", "setup-l40s.md");
    private static final Pattern COMMAND =
            Pattern.compile("<!-- held by a test:.*?```\\n(docker run .*?)\\n```", Pattern.DOTALL);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"l40s_atlas_evaluation, 0, spark", "l40s_vllm_evaluation, 1, vllm serve"})
    void theCommandIsTheOneThatTheSuiteRuns(String config, int place, String entrypoint) throws IOException {
        List<String> shown = commands().get(place);

        assertThat(shown).containsExactlyElementsOf(asShown(filled(load(config), entrypoint)));
    }

    @Test
    void thePageShowsNoOtherCommandOfAServer() throws IOException {
        assertThat(commands()).hasSize(2);
        assertThat(Files.readString(PAGE).split("docker run --rm --gpus all --ipc", -1))
                .hasSize(3);
    }

    /** What the page says to pull is what the configs name. */
    @ParameterizedTest
    @CsvSource({"l40s_atlas_evaluation", "l40s_vllm_evaluation"})
    void theImageIsTheOneOfTheConfig(String config) throws IOException {
        assertThat(Files.readString(PAGE))
                .contains("docker pull " + load(config).container().image() + "\n");
    }

    private static List<List<String>> commands() throws IOException {
        return COMMAND.matcher(Files.readString(PAGE))
                .results()
                .map((MatchResult found) ->
                        List.of(found.group(1).replace("\\\n", " ").split("\\s+")))
                .toList();
    }

    private ValidationConfig load(String config) throws IOException {
        for (String file : List.of(
                "configs/" + config + ".json", "thresholds/" + config + "_threshold.json", "cluster/local.json")) {
            Path copy = folder.resolve(file);
            Files.createDirectories(copy.getParent());
            Files.writeString(copy, Files.readString(Path.of(file)).replace("<changeme-models-mount>", "/data/hf"));
        }
        Map<String, String> knobs = Map.of("config", "configs/" + config + ".json");
        return new ConfigLoader(folder)
                .load(Settings.read(knobs::get, name -> null))
                .configs()
                .getFirst()
                .config();
    }

    /** Returns what the launcher would ask a daemon for, with an image that lists no flags. */
    private static CreateContainerCmd filled(ValidationConfig config, String entrypoint) {
        LaunchRequest request = LaunchRequest.of(config, ClusterFile.thisMachine(), "a-run", Path.of("server.log"));
        ContainerRequest container = requireNonNull(request.container());
        ImageFacts image =
                new ImageFacts(container.image(), "sha256:00", "amd64", List.of(entrypoint.split(" ")), List.of());
        ContainerCommand command = DockerLauncher.command(request, container, "127.0.0.1", image, Optional.empty());
        CreateContainerCmd create = new CreateContainerCmdImpl(
                asked -> {
                    throw new AssertionError("no daemon is to be asked");
                },
                null,
                container.image());
        return DockerLauncher.spec(request, container, command.words(), container.arguments())
                .fill(create, "127.0.0.1", request.port());
    }

    private static List<String> asShown(CreateContainerCmd create) {
        HostConfig host = requireNonNull(create.getHostConfig());
        assertThat(host.getPrivileged()).isFalse();
        assertThat(host.getDevices()).isEmpty();
        assertThat(host.getCapAdd()).isEmpty();
        assertThat(host.getUlimits()).isEmpty();
        assertThat(host.getDeviceRequests()).hasSize(1).allSatisfy(gpus -> {
            assertThat(gpus.getCount()).isEqualTo(-1);
            assertThat(gpus.getDeviceIds()).isNull();
        });
        List<String> words = new ArrayList<>(List.of("docker", "run", "--rm", "--gpus", "all"));
        words.addAll(List.of("--ipc", host.getIpcMode(), "--network", host.getNetworkMode()));
        host.getPortBindings().getBindings().forEach((port, bindings) -> {
            assertThat(bindings).hasSize(1);
            String from = bindings[0].getHostIp() + ":" + port.getPort();
            words.addAll(List.of("-p", from + ":" + port.getPort()));
        });
        for (var bind : host.getBinds()) {
            words.addAll(List.of("-v", bind.getPath() + ":" + bind.getVolume().getPath()));
        }
        for (String variable : requireNonNull(create.getEnv())) {
            words.addAll(List.of("-e", variable));
        }
        words.add(requireNonNull(create.getImage()));
        words.addAll(List.of(requireNonNull(create.getCmd())));
        return words;
    }
}
