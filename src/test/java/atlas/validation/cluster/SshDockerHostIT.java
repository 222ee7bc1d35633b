package atlas.validation.cluster;

import static atlas.validation.cluster.Greeter.greeting;
import static atlas.validation.cluster.SshWays.dockerHost;
import static atlas.validation.cluster.SshWays.target;
import static atlas.validation.cluster.SshWays.tunnels;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import atlas.validation.testing.SshServer;
import atlas.validation.testing.SuiteProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A Docker daemon of another machine, by the user's own {@code ssh} against a real {@code sshd} on loopback. */
class SshDockerHostIT {

    @TempDir
    private Path folder;

    @Test
    void aPortOfTheOtherMachineIsReachedAndGoneAfterwards() throws IOException {
        try (SshServer server = SshServer.start(folder, "SetEnv DOCKER_HOST=unix://" + folder + "/d.sock");
                Greeter daemon = Greeter.at(folder.resolve("d.sock"));
                Greeter behind = Greeter.onLoopback()) {
            DockerHost host = dockerHost(server);
            InetSocketAddress address = host.reach(behind.port(), () -> false);

            assertThat(address.getAddress().isLoopbackAddress()).isTrue();
            assertThat(address.getPort()).isNotEqualTo(behind.port());
            try (SocketChannel channel = SocketChannel.open(address)) {
                assertThat(greeting(channel)).isEqualTo("hello");
            }
            assertThat(host.reach(behind.port(), () -> false))
                    .as("one way a port")
                    .isEqualTo(address);

            host.close();
            assertThatThrownBy(() -> SocketChannel.open(address)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void theDaemonsSocketAppearsHereForThisUserAlone() throws IOException {
        try (SshServer server = SshServer.start(folder, "SetEnv DOCKER_HOST=unix://" + folder + "/d.sock");
                Greeter daemon = Greeter.at(folder.resolve("d.sock"))) {
            DockerHost host = dockerHost(server);
            Path socket = Path.of(host.daemon().getPath());

            assertThat(host.daemon()).hasScheme("unix");
            try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
                assertThat(greeting(channel)).isEqualTo("hello");
            }
            Path own = Objects.requireNonNull(socket.getParent());
            assertThat(Files.getPosixFilePermissions(own))
                    .hasSize(3)
                    .allSatisfy(permission -> assertThat(permission.name()).startsWith("OWNER"));

            host.close();
            host.close();
            assertThat(own).doesNotExist();
            assertThat(tunnels()).isEmpty();
        }
    }

    @Test
    void whereNoDaemonRunsIsSaid() {
        try (SshServer server = SshServer.start(folder, "SetEnv DOCKER_HOST=unix:///nowhere HOME=/nowhere")) {
            assumeFalse(Files.exists(Path.of("/var/run/docker.sock")), "this machine has a Docker daemon");

            assertThatThrownBy(() -> dockerHost(server))
                    .isInstanceOf(HostException.class)
                    .hasMessageContaining("no Docker daemon runs on gpu-node");
        }
    }

    @Test
    void anotherDaemonThanTheMachinesOwnIsRefused() throws IOException {
        Path docker = Files.writeString(folder.resolve("docker"), "#!/bin/sh\necho 'id AAAA:BBBB'\n");
        assertThat(docker.toFile().setExecutable(true)).isTrue();
        try (SshServer server = SshServer.start(
                        folder, "SetEnv DOCKER_HOST=unix://%s/d.sock PATH=%s:/usr/bin:/bin".formatted(folder, folder));
                Greeter daemon = Greeter.at(folder.resolve("d.sock"));
                DockerHost host = dockerHost(server)) {
            host.confirm("AAAA:BBBB", "gpu-node");

            assertThatThrownBy(() -> host.confirm("CCCC:DDDD", "laptop"))
                    .isInstanceOf(HostException.class)
                    .hasMessageStartingWith(
                            "another Docker daemon answers than the one of gpu-node: CCCC:DDDD (laptop) and not AAAA:BBBB");
        }
    }

    /** A machine behind a firewall that swallows everything: ssh itself waits a quarter of a minute for it. */
    @Test
    @Timeout(10)
    void theWayToADaemonIsGivenUpWhenTheRunIsCancelled() throws IOException {
        try (ServerSocketChannel silent = ServerSocketChannel.open()) {
            silent.bind(new InetSocketAddress("127.0.0.1", 0));
            AtomicReference<SocketChannel> asking = new AtomicReference<>();
            Thread.ofVirtual().start(() -> {
                try {
                    asking.set(silent.accept());
                } catch (IOException closed) {
                    // The test has ended.
                }
            });
            int port = ((InetSocketAddress) silent.getLocalAddress()).getPort();
            SshTarget target = new SshTarget("127.0.0.1", port, null, List.of("-F", "/dev/null"));

            assertThatThrownBy(() -> SshDockerHost.open("ssh://127.0.0.1", target, () -> asking.get() != null))
                    .isInstanceOf(CancellationException.class);
            asking.get().close();
        }
    }

    @Test
    void theWayToAPortIsGivenUpWhenTheRunIsCancelled() throws IOException {
        try (SshServer server = SshServer.start(folder, "SetEnv DOCKER_HOST=unix://" + folder + "/d.sock");
                Greeter daemon = Greeter.at(folder.resolve("d.sock"));
                DockerHost host = dockerHost(server)) {
            assertThatThrownBy(() -> host.reach(40000, () -> true)).isInstanceOf(CancellationException.class);
            assertThat(host.reach(40000, () -> false).getPort())
                    .as("a way that was given up is not taken for an open one")
                    .isPositive();
        }
    }

    /** A process that opens the way to a daemon, says where, and stays. */
    static final class Stayer {

        public static void main(String[] arguments) throws InterruptedException {
            SshTarget target = new SshTarget(SshServer.HOST, null, null, List.of("-F", System.getProperty("ssh.conf")));
            DockerHost host = SshDockerHost.open("ssh://" + SshServer.HOST, target, () -> false);
            System.out.println("open at " + host.daemon().getPath());
            Thread.currentThread().join();
        }
    }

    @Test
    @Timeout(120)
    void aSuiteThatIsKilledLeavesNoTunnelAndNoSocket() throws IOException {
        Path sockets = Files.createDirectory(folder.resolve("tmp"));
        try (SshServer server = SshServer.start(folder, "SetEnv DOCKER_HOST=unix://" + folder + "/d.sock");
                Greeter daemon = Greeter.at(folder.resolve("d.sock"));
                SuiteProcess suite = SuiteProcess.start(
                        Stayer.class,
                        folder,
                        "-Dssh.conf=" + server.options().getLast(),
                        "-Djava.io.tmpdir=" + sockets)) {
            suite.awaitLine("open at ");
            assertThat(sockets).isNotEmptyDirectory();
            assertThat(tunnelsOf(server)).isNotEmpty();

            suite.kill();
            while (tunnelsOf(server).findAny().isPresent() || isNotEmpty(sockets)) {
                Thread.onSpinWait();
            }
        }
    }

    private static Stream<ProcessHandle> tunnelsOf(SshServer server) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().command().orElse("").endsWith("/ssh"))
                .filter(process -> process.info()
                        .commandLine()
                        .orElse("")
                        .contains(server.options().getLast()));
    }

    private static boolean isNotEmpty(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isPresent();
        }
    }
}
