package atlas.validation.cluster;

import static atlas.validation.cluster.SshWays.target;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.testing.SshServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Round trips over a tunnel and of a connection. */
class RoundTripIT {

    @TempDir
    private Path folder;

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
}
