package atlas.validation.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import atlas.validation.cluster.DockerHost;
import atlas.validation.testing.SecondDaemon;
import atlas.validation.testing.ServerCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A daemon behind a port that lets in whoever shows a certificate, and nobody else. */
@Timeout(120)
class TlsDaemonIT {

    @TempDir
    private Path folder;

    @Test
    void theDaemonIsSpokenToWithTheCertificatesOfTheUser() throws IOException, GeneralSecurityException {
        Path certificates = ServerCertificate.make(folder).writeForDocker(folder.resolve("certificates"));
        int port = freePort();
        try (SecondDaemon daemon = SecondDaemon.start(
                        Files.createDirectory(folder.resolve("daemon")),
                        "--host=tcp://127.0.0.1:" + port,
                        "--tlsverify",
                        "--tlscacert=" + certificates.resolve("ca.pem"),
                        "--tlscert=" + certificates.resolve("cert.pem"),
                        "--tlskey=" + certificates.resolve("key.pem"));
                DockerDaemon connected = DockerDaemon.connect(new Behind(port, certificates), () -> false)) {
            assertThat(connected.architecture()).isNotEmpty();

            assertThatThrownBy(() -> DockerDaemon.connect(new Behind(port, null), () -> false))
                    .isInstanceOf(ServerException.class)
                    .hasMessageContaining("speaks TLS")
                    .hasMessageContaining("DOCKER_TLS_VERIFY=1")
                    .hasMessageNotContaining("\n");
            Path others = ServerCertificate.make(folder).writeForDocker(folder.resolve("others"));
            assertThatThrownBy(() -> DockerDaemon.connect(new Behind(port, others), () -> false))
                    .isInstanceOf(ServerException.class)
                    .hasMessageContaining("certificate");
            assertThat(daemon.address()).startsWith("unix://");
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** A daemon behind a port, with certificates or without. */
    private record Behind(int port, @Nullable Path certificates) implements DockerHost {

        @Override
        public String asked() {
            return "tcp://127.0.0.1:" + port;
        }

        @Override
        public URI daemon() {
            return URI.create(asked());
        }

        @Override
        public InetSocketAddress reach(int publishedPort, BooleanSupplier cancelled) {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), publishedPort);
        }

        @Override
        public void close() {}
    }
}
