package atlas.validation.server;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.config.RuntimeArguments;
import atlas.validation.record.Warning;
import atlas.validation.testing.TestImage;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a container is given, how its command is fitted to its image, and what becomes of it. */
@Timeout(180)
class DockerLauncherIT extends DockerLaunches {

    @Test
    void itServesOnAFreePortOfLoopbackAloneAndIsGoneAfterwards() throws IOException {
        try (RunningServer server = launch(quick(), "--sim-start-ms", "0")) {
            Ready ready = await(server, 60);
            String ports = TestImage.run("docker", "port", containers().getFirst());

            assertThat(ready.models()).containsExactly("a/model");
            assertThat(ready.simulated())
                    .as("the simulator says so itself, wherever it runs")
                    .isTrue();
            assertThat(ports.strip())
                    .isEqualTo("8888/tcp -> 127.0.0.1:" + server.baseUrl().getPort());
            assertThat(server.exitDescription()).isEmpty();
            assertThat(heard.images).singleElement().satisfies(known -> {
                assertThat(known.digest()).startsWith("sha256:");
                assertThat(known.entrypoint()).containsExactly("spark");
            });
            assertThat(heard.warnings).isEmpty();
            server.stop(Duration.ofSeconds(10));
            assertThat(server.isAlive()).isFalse();
            assertThat(containers()).isEmpty();
        }
        assertThat(Files.readAllLines(log()))
                .anyMatch(line -> line.matches("\\d{4}-\\d\\d-\\d\\dT\\S+Z .*Listening on 0\\.0\\.0\\.0:8888"));
    }

    @Test
    void twoRunsAtOnceDoNotCollideAndNeitherTakesTheOthersForALeftover() {
        try (RunningServer one = launch(quick());
                RunningServer two = launch(quick())) {
            await(one, 60);
            await(two, 60);

            assertThat(one.baseUrl()).isNotEqualTo(two.baseUrl());
            assertThat(containers()).hasSize(2);
        }
    }

    @Test
    void whatTheConfigGivesTheContainerReachesTheDaemonAndNothingMore() throws IOException {
        RuntimeArguments arguments = new RuntimeArguments(
                "none",
                "bridge",
                "host",
                64L << 20,
                512L << 20,
                List.of(folder + ":/models:ro"),
                List.of("/dev/null:/dev/nothing:r"),
                List.of("IPC_LOCK"),
                List.of("seccomp=unconfined"),
                List.of("44"),
                List.of("nofile=1024:2048", "core=0"),
                false);
        try (RunningServer server = launch(arguments)) {
            await(server, 60);
            String seen = TestImage.run(
                    "docker",
                    "inspect",
                    "-f",
                    "{{.HostConfig.IpcMode}} {{.HostConfig.ShmSize}} {{.HostConfig.Memory}} {{.HostConfig.Binds}}"
                            + " {{.HostConfig.Devices}} {{.HostConfig.CapAdd}} {{.HostConfig.SecurityOpt}}"
                            + " {{.HostConfig.GroupAdd}} {{.HostConfig.Ulimits}} {{.HostConfig.Privileged}}"
                            + " {{.Config.Env}}",
                    containers().getFirst());

            assertThat(seen)
                    .startsWith("host 67108864 536870912 [" + folder + ":/models:ro]")
                    .contains("{/dev/null /dev/nothing r}")
                    .contains("IPC_LOCK")
                    .contains("[seccomp=unconfined", "] [44] [")
                    .contains("nofile=1024:2048", "core=0:0")
                    .contains(" false [")
                    .contains("FAULT=");
        }
    }

    @Test
    void onTheHostsNetworkItListensOnLoopback() throws IOException {
        try (RunningServer server = launch(network("host"), freePort())) {
            await(server, 60);

            assertThat(Files.readString(log()))
                    .contains("Listening on 127.0.0.1:" + server.baseUrl().getPort());
        }
    }

    @Test
    void anOlderImageIsGivenTheFlagsThatItKnows() {
        fault = "no-bind";
        try (RunningServer server = launch(quick())) {
            await(server, 60);
        }
        assertThat(heard.warnings)
                .containsExactly(
                        new Warning(
                                "command_fitted",
                                "this image's serve --help lists no --bind: it is left out, and the server's own default holds"));
    }

    /** A program that is linked to the GPU's driver does not start where there is none, not even to tell its flags. */
    @Test
    void anImageThatTellsNothingOnItsOwnIsAskedWithWhatItsServerIsGiven() {
        fault = "help-needs-more";
        try (RunningServer server = launch(quick())) {
            assertThat(server.isAlive()).isTrue();
        }
        assertThat(heard.warnings)
                .containsExactly(
                        new Warning("command_fitted", "this image knows --host and no --bind: it is given --host"));
    }

    @Test
    void anotherEntrypointIsFitted() {
        image = TestImage.withEntrypoint("serve", "[\"spark\", \"serve\"]");
        try (RunningServer server = launch(quick())) {
            assertThat(await(server, 60).models()).containsExactly("a/model");
        }
        assertThat(heard.warnings).extracting(Warning::code).containsExactly("command_fitted");
    }

    @Test
    void theImagesOwnCheckIsAskedAndTheLaunchTriedAllTheSame() {
        fault = "kernel-check";
        try (RunningServer server = launch(quick())) {
            await(server, 60);
        }
        assertThat(heard.findings).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo("kernel_unresolved");
            assertThat(found.meaning()).startsWith("expected not to start: the image lacks 2 kernels for m on sm_89");
        });
    }

    @Test
    void whatADeadRunLeftIsRemovedAndWhatALivingOneHasIsNot() {
        RunOwner here = RunOwner.current();
        String dead = leftover(new RunOwner(here.machine(), here.boot(), here.space(), 1L << 40, 1));
        String living = leftover(here);
        String unknown = leftover(new RunOwner(here.machine(), here.boot(), "pid:[1]", 1L << 40, 1));
        try (RunningServer server = launch(quick())) {
            assertThat(server.isAlive()).isTrue();

            assertThat(containers()).contains(living, unknown).doesNotContain(dead);
            assertThat(heard.warnings).extracting(Warning::code).containsOnly("leftover_removed", "leftover_seen");
        } finally {
            TestImage.run("docker", "rm", "-f", living, unknown);
        }
    }

    private String leftover(RunOwner owner) {
        List<String> command = new ArrayList<>(List.of("docker", "create"));
        owner.labels().forEach((name, value) -> command.addAll(List.of("--label", name + "=" + value)));
        command.addAll(List.of("--label", Leftovers.RUN + "=" + runId, image));
        return TestImage.run(command.toArray(String[]::new)).strip().substring(0, 12);
    }
}
