package atlas.validation.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import atlas.validation.config.Driver;
import atlas.validation.config.ServerRuntime;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Launches simulators as processes of their own. */
@Timeout(120)
class EmbeddedLauncherIT {

    private static final ServerDriver ATLAS = ServerDriver.of(Driver.ATLAS);

    @TempDir
    private Path folder;

    /** Whatever a test leaves behind must not outlive it. */
    @AfterEach
    void nothingIsLeft() {
        List<ProcessHandle> left = ProcessHandle.current()
                .children()
                .filter(EmbeddedLauncherIT::isSimulator)
                .toList();
        left.forEach(ProcessHandle::destroyForcibly);
        assertThat(left).isEmpty();
    }

    @Test
    void itBecomesReadyOnAPortOfItsOwnAndIsStopped() throws IOException {
        RunningServer server = launch(List.of("--scheduling-policy", "slai"));
        try (server) {
            Ready ready = new ServerReadiness(ATLAS, Access.PLAIN).await(server, Duration.ofSeconds(60), () -> false);

            assertThat(ready.models()).containsExactly("a/model");
            assertThat(ready.simulated()).isTrue();
            assertThat(server.simulated()).isTrue();
            assertThat(server.launched()).isTrue();
            assertThat(server.baseUrl().getPort()).isPositive().isNotEqualTo(8888);
            assertThat(server.exitDescription()).isEmpty();
            server.stop(Duration.ofSeconds(10));
            assertThat(server.isAlive()).isFalse();
            assertThat(server.exitDescription())
                    .hasValueSatisfying(
                            sentence -> assertThat(sentence).startsWith("the simulator ended with exit code 0"));
        }
        assertThat(Files.readAllLines(log())).first().asString().contains("SIMULATOR");
        assertThat(Files.readString(log()))
                .contains("Listening on " + server.baseUrl().getAuthority());
    }

    @Test
    void aProcessThatEndsAtItsStartIsToldWithItsLastLine() {
        assertThatThrownBy(() -> launch(List.of("--sim-fail", "exit-at-start")))
                .isInstanceOf(ServerException.class)
                .hasMessageMatching("the simulator ended with exit code 1 \\d+\\.\\d s after its launch: "
                        + "CUDA does not start on this GPU; .*; last line: .*Failed to initialize CUDA backend.*");
    }

    @Test
    void aWrongArgumentIsToldInTheSimulatorsOwnWords() {
        assertThatThrownBy(() -> launch(List.of("--no-such-flag")))
                .isInstanceOf(ServerException.class)
                .hasMessageContaining("ended with exit code 2")
                .hasMessageEndingWith("last line: error: unexpected argument '--no-such-flag', see --help");
    }

    @Test
    void aProcessThatNeverListensIsGivenUp() {
        assertThatThrownBy(() -> launch(List.of("--sim-fail", "never-ready"), Duration.ofSeconds(3), () -> false))
                .isInstanceOf(ServerException.class)
                .hasMessageStartingWith("the simulator does not listen after 3 s; last line: ");
    }

    @Test
    void aLaunchIsGivenUpWhenCancelled() {
        AtomicBoolean cancelled = new AtomicBoolean();
        CompletableFuture.delayedExecutor(500, TimeUnit.MILLISECONDS).execute(() -> cancelled.set(true));

        assertThatThrownBy(() -> launch(List.of("--sim-fail", "never-ready"), Duration.ofSeconds(60), cancelled::get))
                .isInstanceOf(CancellationException.class);
    }

    @Test
    void aProcessThatDiesLaterIsTold() {
        try (RunningServer server = launch(List.of("--sim-fail", "crash-after-requests=0"))) {
            askInVain(server);

            assertThatThrownBy(() ->
                            new ServerReadiness(ATLAS, Access.PLAIN).await(server, Duration.ofSeconds(30), () -> false))
                    .isInstanceOf(ServerException.class)
                    .hasMessageContaining("was killed by signal 6 (exit code 134)")
                    .hasMessageContaining("status 700");
            assertThat(server.lastLogLines()).last().asString().contains("status 700");
        }
    }

    /** Asks for a generation, of which nothing comes back. */
    private static void askInVain(RunningServer server) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.baseUrl() + "/v1/chat/completions"))
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}"))
                .build();
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            assertThatThrownBy(() -> client.send(request, HttpResponse.BodyHandlers.ofString()))
                    .isInstanceOf(IOException.class);
        }
    }

    private RunningServer launch(List<String> arguments) {
        return launch(arguments, Duration.ofSeconds(60), () -> false);
    }

    private RunningServer launch(List<String> arguments, Duration readyTimeout, BooleanSupplier cancelled) {
        LaunchRequest request = new LaunchRequest(
                ATLAS, "a/model", 8888, null, 1, 1, arguments, Map.of(), null, readyTimeout, log(), null);
        return ServerLauncher.of(ServerRuntime.EMBEDDED).launch(request, LaunchListener.NONE, cancelled);
    }

    private Path log() {
        return folder.resolve("server.log");
    }

    private static boolean isSimulator(ProcessHandle process) {
        return process.isAlive() && process.info().commandLine().orElse("").contains("SimulatorMain");
    }
}
