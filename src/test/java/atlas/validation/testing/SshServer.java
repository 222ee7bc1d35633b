package atlas.validation.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * An SSH server on loopback with keys made for one test, and a client configuration that knows it as {@code gpu-node}.
 * Nothing of the user's own configuration is read or changed.
 */
public final class SshServer implements AutoCloseable {

    public static final String HOST = "gpu-node";

    private static final String REQUIRED = System.getProperty("require", "");
    private static final List<Path> DAEMONS = Stream.of("/usr/sbin/sshd", "/usr/local/sbin/sshd", "/sbin/sshd")
            .map(Path::of)
            .toList();

    private final Path folder;
    private final int port;
    private final Process process;

    private SshServer(Path folder, int port, Process process) {
        this.folder = folder;
        this.port = port;
        this.process = process;
    }

    /**
     * Starts a server. Where there is no {@code sshd}, the test is skipped and says why, or fails under
     * {@code -Drequire=ssh}.
     *
     * @param folder where keys and configuration go
     * @param options lines of its configuration that come before all others, and so count
     */
    public static SshServer start(Path folder, String... options) {
        Path sshd = DAEMONS.stream().filter(Files::exists).findFirst().orElse(null);
        if (sshd == null && List.of(REQUIRED.split(",")).contains("ssh")) {
            throw new AssertionError("-Drequire=ssh, and there is no sshd here");
        }
        assumeTrue(sshd != null, "there is no sshd here");
        try {
            key(folder.resolve("host-key"));
            key(folder.resolve("user-key"));
            key(folder.resolve("other-key"));
            Files.copy(folder.resolve("user-key.pub"), folder.resolve("authorized"));
            int port = freePort();
            Files.writeString(folder.resolve("sshd.conf"), """
                    %s
                    ListenAddress 127.0.0.1:%d
                    HostKey %s
                    AuthorizedKeysFile %s
                    PermitRootLogin prohibit-password
                    PasswordAuthentication no
                    StrictModes no
                    UsePAM no
                    PidFile none
                    """.formatted(
                    String.join("\n", options), port, folder.resolve("host-key"), folder.resolve("authorized")));
            client(folder, port, "host-key.pub");
            separationFolder();
            Process process = new ProcessBuilder(
                            sshd.toString(),
                            "-D",
                            "-e",
                            "-f",
                            folder.resolve("sshd.conf").toString())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("sshd.log").toFile())
                    .start();
            SshServer server = new SshServer(folder, port, process);
            server.awaitListening();
            return server;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** Started by root, the daemon wants an empty folder that nothing may be in. */
    private static void separationFolder() throws IOException {
        Path folder = Path.of("/run/sshd");
        if (!Files.exists(folder) && Files.isWritable(Path.of("/run"))) {
            Files.createDirectory(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        }
    }

    private static void client(Path folder, int port, String knownKey) throws IOException {
        Files.writeString(
                folder.resolve("known"),
                "[127.0.0.1]:%d %s".formatted(port, Files.readString(folder.resolve(knownKey))));
        Files.writeString(folder.resolve("ssh.conf"), """
                Host %s
                  HostName 127.0.0.1
                  Port %d
                  IdentityFile %s
                  IdentitiesOnly yes
                  IdentityAgent none
                  UserKnownHostsFile %s
                  GlobalKnownHostsFile none
                  StrictHostKeyChecking yes
                """.formatted(
                        HOST, port, folder.resolve("user-key"), folder.resolve("known")));
    }

    private static void key(Path file) throws IOException {
        Process process = new ProcessBuilder(
                        "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "test", "-f", file.toString())
                .redirectErrorStream(true)
                .start();
        await(process);
    }

    private static void await(Process process) {
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new AssertionError("a key cannot be made");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitListening() throws IOException {
        while (process.isAlive()) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return;
            } catch (IOException notYet) {
                Thread.onSpinWait();
            }
        }
        throw new AssertionError("sshd ended: " + Files.readString(folder.resolve("sshd.log")));
    }

    /** Returns the options that make {@code ssh} know this server, and nothing else. */
    public List<String> options() {
        return List.of("-F", folder.resolve("ssh.conf").toString());
    }

    public int port() {
        return port;
    }

    /** Makes the client expect another host key, as after a machine was replaced. */
    public void expectAnotherHostKey() {
        try {
            client(folder, port, "other-key.pub");
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** Makes the client know no host key at all. */
    public void forgetHostKey() {
        try {
            Files.writeString(folder.resolve("known"), "");
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** Lets nobody in any more. */
    public void revokeKeys() {
        try {
            Files.writeString(folder.resolve("authorized"), "");
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** Ends the server and every connection to it. */
    @Override
    public void close() {
        List<ProcessHandle> connections = process.descendants().toList();
        process.destroy();
        connections.forEach(ProcessHandle::destroy);
        try {
            process.waitFor();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
