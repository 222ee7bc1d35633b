package atlas.validation.cluster;

import static atlas.validation.cluster.SshWays.target;
import static atlas.validation.cluster.SshWays.tunnels;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import atlas.validation.testing.SshServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tunnels by the user's own {@code ssh} to a real {@code sshd} on loopback, and what they leave behind. */
class SshTunnelIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    @Test
    void aServerThatIsNotThere() {
        SshServer server = SshServer.start(folder);
        server.close();

        assertThatThrownBy(() -> new SshShell(target(server)).run("true", LIMIT, () -> false))
                .hasMessageContaining("nothing listens on its SSH port");
        assertThatThrownBy(() -> SshTunnel.open(target(server), new Forward.Port(1, 1), () -> false))
                .isInstanceOf(HostException.class)
                .hasMessageContaining("nothing listens on its SSH port");
        assertThat(tunnels()).isEmpty();
    }

    @Test
    void aLocalPortThatIsTaken() throws IOException {
        try (SshServer server = SshServer.start(folder, "AllowTcpForwarding yes")) {
            Path inTheWay = Files.createDirectory(folder.resolve("x.sock"));
            Files.createFile(inTheWay.resolve("kept"));

            assertThatThrownBy(() -> SshTunnel.open(
                            target(server), new Forward.Socket(inTheWay, "/var/run/docker.sock"), () -> false))
                    .isInstanceOf(HostException.class)
                    .hasMessageContaining("cannot be reached over ssh: ");
            assertThat(tunnels()).isEmpty();
        }
    }

    @Test
    void aCancelledTunnelLeavesNothing() {
        try (SshServer server = SshServer.start(folder)) {
            assertThatThrownBy(() -> SshTunnel.open(
                            target(server), new Forward.Socket(folder.resolve("t.sock"), "/nowhere"), () -> true))
                    .isInstanceOf(CancellationException.class);
            assertThat(tunnels()).isEmpty();
        }
    }

    @Test
    void aTunnelWhoseMachineGoesAwayIsNoLongerOpen() throws Exception {
        SshServer server = SshServer.start(folder);
        try (server;
                SshTunnel tunnel = SshTunnel.open(
                        target(server), new Forward.Socket(folder.resolve("t.sock"), "/nowhere"), () -> false)) {
            assertThat(tunnel.isOpen()).isTrue();
            server.close();
            while (tunnel.isOpen()) {
                Thread.onSpinWait();
            }
            assertThat(tunnel.trouble()).startsWith("gpu-node cannot be reached over ssh: ");
        }
    }
}
