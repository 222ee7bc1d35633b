package atlas.validation.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import atlas.validation.client.Endpoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Offers a server to speak HTTP/2 ({@code Upgrade: h2c}), as some clients do with every request. Some servers then lose
 * the request's body. This suite never offers it; whoever compares it with another client wants to know.
 */
final class UpgradeOffer {

    private static final String NAME = "h2c";
    private static final int CONNECT_MILLIS = 5_000;
    private static final int READ_MILLIS = 30_000;
    private static final int OK = 200;
    private static final int SWITCHING = 101;
    private static final int HTTP = 80;

    private UpgradeOffer() {}

    /**
     * Makes the offer with a short chat and tells what came of it.
     *
     * @param endpoint a server by its address without {@code /v1}
     */
    static Finding make(Endpoint endpoint, String model) {
        URI base = endpoint.base();
        byte[] body = JsonMapper.shared()
                .writeValueAsBytes(Map.of(
                        "model",
                        model,
                        "max_tokens",
                        1,
                        "messages",
                        List.of(Map.of("role", "user", "content", "Say hello in one word."))));
        String path = (base.getRawPath() == null ? "" : base.getRawPath()) + "/v1/chat/completions";
        String key = endpoint.apiKey() == null ? "" : "Authorization: Bearer " + endpoint.apiKey() + "\r\n";
        String head = "POST " + path + " HTTP/1.1\r\nHost: " + base.getRawAuthority() + "\r\n" + key
                + "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                + "HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA\r\n"
                + "Content-Type: application/json\r\nContent-Length: " + body.length + "\r\n\r\n";
        try (Socket socket = new Socket()) {
            int port = base.getPort() > 0 ? base.getPort() : HTTP;
            socket.connect(new InetSocketAddress(base.getHost().replaceAll("^\\[|]$", ""), port), CONNECT_MILLIS);
            socket.setSoTimeout(READ_MILLIS);
            socket.getOutputStream().write(head.getBytes(US_ASCII));
            socket.getOutputStream().write(body);
            socket.getOutputStream().flush();
            return judge(new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)).readLine());
        } catch (IOException broken) {
            return spoiled("breaks the connection (%s)".formatted(broken.getMessage()));
        }
    }

    /** Judges the first line of the answer. */
    static Finding judge(@Nullable String statusLine) {
        String[] words = statusLine == null ? new String[0] : statusLine.split(" ", -1);
        if (words.length < 2 || !words[1].matches("\\d{3}")) {
            return spoiled("answers with no status");
        }
        int status = Integer.parseInt(words[1]);
        return switch (status) {
            case OK -> Finding.ok(NAME, "an offer of HTTP/2 is read over, and the request answered");
            case SWITCHING -> Finding.ok(NAME, "an offer of HTTP/2 is taken; this suite measures with HTTP/1.1");
            default -> spoiled("answers HTTP " + status);
        };
    }

    private static Finding spoiled(String what) {
        return Finding.warn(
                NAME,
                "to a request that offers HTTP/2 the server " + what + "; this suite never offers it",
                "other clients, Java's own among them, must be told to speak HTTP/1.1");
    }
}
