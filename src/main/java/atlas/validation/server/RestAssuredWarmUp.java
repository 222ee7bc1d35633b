package atlas.validation.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Makes RestAssured's first call while nobody waits for it: loading Groovy takes more than a second, which would else
 * be added to the time at which a server is seen ready.
 */
final class RestAssuredWarmUp {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final byte[] ANSWER = """
            HTTP/1.1 200 OK\r
            content-type: application/json\r
            content-length: 2\r
            connection: close\r
            \r
            {}""".getBytes(StandardCharsets.US_ASCII);

    private RestAssuredWarmUp() {}

    /** Starts the call in the background and returns its thread. A failure of it harms nobody. */
    static Thread start() {
        return Thread.ofPlatform().name("rest-assured-warm-up").daemon().start(RestAssuredWarmUp::callOnce);
    }

    private static void callOnce() {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            listener.setSoTimeout((int) LIMIT.toMillis());
            Thread.ofPlatform().name("rest-assured-warm-up-answer").daemon().start(() -> answerOnce(listener));
            URI self = URI.create(
                    "http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":" + listener.getLocalPort());
            new PlainRequests(self, Access.PLAIN, LIMIT).get("/");
        } catch (IOException noSocket) {
            // Without a warm-up the first real call is merely slower.
        }
    }

    private static void answerOnce(ServerSocket listener) {
        try (Socket connection = listener.accept()) {
            InputStream request = connection.getInputStream();
            byte[] read = new byte[4096];
            if (request.read(read) > 0) {
                connection.getOutputStream().write(ANSWER);
            }
        } catch (IOException gone) {
            // As above.
        }
    }
}
