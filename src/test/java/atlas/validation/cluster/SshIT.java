package atlas.validation.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import atlas.validation.record.NodeRecord;
import atlas.validation.testing.SshServer;
import atlas.validation.testing.SuiteProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The user's own {@code ssh} against a real {@code sshd} on loopback. */
class SshIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private static SshTarget target(SshServer server) {
        return new SshTarget(SshServer.HOST, null, null, server.options());
    }

    /** Something that listens and greets whoever connects. */
    private record Greeter(ServerSocketChannel listening) implements AutoCloseable {

        static Greeter at(Path socket) throws IOException {
            ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            channel.bind(UnixDomainSocketAddress.of(socket));
            return new Greeter(channel).start();
        }

        static Greeter onLoopback() throws IOException {
            ServerSocketChannel channel = ServerSocketChannel.open();
            channel.bind(new InetSocketAddress("127.0.0.1", 0));
            return new Greeter(channel).start();
        }

        private Greeter start() {
            Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        try (SocketChannel channel = listening.accept()) {
                            channel.write(ByteBuffer.wrap("hello".getBytes(UTF_8)));
                        }
                    }
                } catch (IOException closed) {
                    // The test has ended.
                }
            });
            return this;
        }

        int port() throws IOException {
            return ((InetSocketAddress) listening.getLocalAddress()).getPort();
        }

        @Override
        public void close() throws IOException {
            listening.close();
        }
    }

    private static String greeting(SocketChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(5);
        while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
            // As much as comes.
        }
        return new String(buffer.array(), 0, buffer.position(), UTF_8);
    }

    /** The account's shell says where its daemon is, as DOCKER_HOST does for a user. */
    private static DockerHost dockerHost(SshServer server) {
        return SshDockerHost.open("ssh://" + SshServer.HOST, target(server), () -> false);
    }

    @Test
    void aScriptRunsThereWithAllItsQuotesAndItsExitCode() {
        try (SshServer server = SshServer.start(folder)) {
            ShellOutput output = new SshShell(target(server))
                    .run("echo \"it's $((6 * 7)) 'quoted'\"; echo odd >&2; exit 5", LIMIT, () -> false);

            assertThat(output.out()).isEqualTo("it's 42 'quoted'\n");
            assertThat(output.err()).isEqualTo("odd\n");
            assertThat(output.exitCode()).isEqualTo(5);
        }
    }

    @Test
    void aMachineIsDiscoveredOverSsh() {
        try (SshServer server = SshServer.start(folder)) {
            NodeRecord node = NodeDiscovery.discover(new SshShell(target(server)), "10.0.0.7", "/", () -> false);

            assertThat(node.seenFrom()).isEqualTo("gpu-node (ssh)");
            assertThat(node.cpus()).isPositive();
            assertThat(node.freeDiskMb()).isNotNull();
        }
    }

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

    /** Returns what of {@code ssh} this process has started and not ended. */
    private static Stream<ProcessHandle> tunnels() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().command().orElse("").endsWith("/ssh"));
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

    @Test
    void aHostThatNobodyKnows() {
        try (SshServer server = SshServer.start(folder)) {
            SshTarget unknown = new SshTarget("ada@no-such-host.invalid", null, null, server.options());

            assertThatThrownBy(() -> new SshShell(unknown).run("true", LIMIT, () -> false))
                    .isInstanceOf(HostException.class)
                    .hasMessageStartingWith(
                            "ada@no-such-host.invalid cannot be reached over ssh: no such host is known")
                    .hasMessageEndingWith("then try: ssh ada@no-such-host.invalid true");
        }
    }

    @Test
    void aHostKeyThatIsNotKnownAndOneThatHasChanged() {
        try (SshServer server = SshServer.start(folder)) {
            server.forgetHostKey();
            assertThatThrownBy(() -> new SshShell(target(server)).run("true", LIMIT, () -> false))
                    .hasMessageContaining("its host key is not known on this machine");

            server.expectAnotherHostKey();
            assertThatThrownBy(() -> new SshShell(target(server)).run("true", LIMIT, () -> false))
                    .hasMessageContaining("it shows another host key than the one in known_hosts")
                    .hasMessageContaining("(\"WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!\")");
        }
    }

    @Test
    void aKeyThatIsNotAcceptedNeverAsks() {
        try (SshServer server = SshServer.start(folder)) {
            server.revokeKeys();

            assertThatThrownBy(() -> new SshShell(target(server)).run("true", LIMIT, () -> false))
                    .isInstanceOf(HostException.class)
                    .hasMessageContaining("it accepts none of the keys")
                    .hasMessageContaining("ssh-add");
        }
    }

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

    @Test
    void theRoundTripIsMeasuredOverTheTunnelItself() {
        try (SshServer server = SshServer.start(folder)) {
            assertThat(RoundTrip.ofTunnel(target(server)))
                    .hasValueSatisfying(ms -> assertThat(ms).isBetween(0.001, 5_000.0));
            server.revokeKeys();
            assertThat(RoundTrip.ofTunnel(target(server))).isEmpty();
        }
    }

    @Test
    void theRoundTripOfAConnection() throws IOException {
        try (Greeter greeter = Greeter.onLoopback()) {
            InetSocketAddress address = new InetSocketAddress("127.0.0.1", greeter.port());

            assertThat(RoundTrip.ofConnection(address))
                    .hasValueSatisfying(ms -> assertThat(ms).isBetween(0.0, 5_000.0));
            assertThat(RoundTrip.ofConnection(URI.create("http://127.0.0.1:" + greeter.port())))
                    .as("a server of this machine has no network to speak of")
                    .isEmpty();
        }
        try (Socket taken = new Socket()) {
            taken.bind(new InetSocketAddress("127.0.0.1", 0));
            assertThat(RoundTrip.ofConnection((InetSocketAddress) taken.getLocalSocketAddress()))
                    .as("nobody listens there")
                    .isEmpty();
        }
    }

    @Test
    void whatTheClusterFileSaysBecomesTheCommandLine() {
        SshTarget target = new SshTarget("ada@gpu", 2222, Path.of("/keys/id"), List.of());

        assertThat(String.join(" ", target.command(List.of("-N"))))
                .startsWith("ssh -T -o BatchMode=yes")
                .contains("-p 2222 -i /keys/id -N")
                // A host that begins with a dash is no option.
                .endsWith(" -- ada@gpu");
    }
}
