package atlas.validation.engine;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import atlas.validation.testing.EngineRun;
import atlas.validation.testing.FixtureConfig;
import atlas.validation.testing.SecondDaemon;
import atlas.validation.testing.TestImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Somebody stops the Docker daemon while a server in one of its containers is measured. */
@Timeout(300)
class DaemonStopIT {

    @TempDir
    private Path folder;

    @Test
    void aDaemonThatIsStoppedInTheMiddleOfACellEndsTheRunWithARecord() throws IOException {
        try (SecondDaemon daemon = SecondDaemon.start(Files.createDirectory(folder.resolve("daemon")))) {
            String image = TestImage.name();
            daemon.load(image);
            Path config = config(daemon, image);
            Path runs = folder.resolve("runs");
            CompletableFuture<Void> stopped = CompletableFuture.runAsync(
                    () -> {
                        awaitRequests(runs.resolve("latest").resolve("requests.jsonl"));
                        daemon.stop();
                    },
                    task -> Thread.ofPlatform().start(task));

            EngineRun run = EngineRun.of(config, runs);
            stopped.join();

            TargetRecord target = run.record().targets().getFirst();
            assertThat(target.cells().getFirst().counts().succeeded())
                    .as("it was measured before")
                    .isPositive();
            assertThat(target.cells().getFirst().counts().attempted())
                    .as("a server that has ended is not asked a hundred thousand times")
                    .isLessThan(50_000);
            assertThat(run.row("atlas_inference[w1-conc1]"))
                    .startsWith("failed: error: the container ")
                    .containsAnyOf("ended with exit code ", "is out of reach");
            assertThat(run.row("atlas_inference[w1-conc2]"))
                    .startsWith("skipped: skipped: the server is gone after w1-conc1: the container ");
            // A daemon on its way down may still remove the container, or not answer any more.
            assertThat(run.row("teardown"))
                    .satisfiesAnyOf(
                            row -> assertThat(row).isEqualTo("successful"),
                            row -> assertThat(row)
                                    .startsWith(
                                            "failed: error: the container cannot be removed: no Docker daemon answers at "
                                                    + daemon.address())
                                    .contains("; the next run removes it, or: docker rm -f "));
            assertThat(run.row("run_deck")).isEqualTo("successful");
            assertThat(run.record().status()).isEqualTo(Status.ERROR);
            assertThat(folder.resolve("runs/latest/logs/stopped/server.log"))
                    .content()
                    .contains("Listening on");
        }
    }

    private Path config(SecondDaemon daemon, String image) throws IOException {
        Path cluster = Files.writeString(folder.resolve("cluster.json"), """
                { "orchestrator": "container", "head_node_dict": { "mgmt_ip": "127.0.0.1" },
                  "node_dict": { "127.0.0.1": { "docker_host": "%s" } } }
                """.formatted(daemon.address()));
        return FixtureConfig.named("stopped")
                .docker(image, "{ \"gpus\": \"none\", \"network\": \"host\" }")
                .cluster(cluster)
                .requests(100_000)
                .cell("w1", 1)
                .cell("w1", 2)
                .recordOnly()
                .params("\"port\": %d, \"restart_server\": \"never\"".formatted(freePort()))
                .writeTo(Files.createDirectory(folder.resolve("configs")));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Returns when some requests of the cell have been answered. */
    private static void awaitRequests(Path rows) {
        try {
            while (!Files.exists(rows) || Files.size(rows) < 10_000) {
                Thread.onSpinWait();
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
