package atlas.validation.simulator;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * Answers a few requests in front of nobody, on a simulator that is thrown away, so that loading classes does not add
 * to the first times that somebody measures: a time model should be the only reason for a delay.
 */
final class Rehearsal {

    private static final TimeModel AT_ONCE = new TimeModel(1e9, 0, 0, 0, 1);
    private static final int LIMIT_MILLIS = (int) Duration.ofSeconds(10).toMillis();
    private static final String CHAT = """
            {"model":"m","messages":[{"role":"user","content":"hello"}],"max_tokens":50,"stream":%b,\
            "stream_options":{"include_usage":true}}""";

    private Rehearsal() {}

    /** Plays it. A failure harms nobody: what follows is merely slower. */
    static void play() {
        try (Simulator stage = Simulator.start(SimulatorOptions.of("rehearsal").withTimeModel(AT_ONCE))) {
            for (String request : List.of(
                    get("/health"), get("/v1/models"), chat(CHAT.formatted(true)), chat(CHAT.formatted(false)))) {
                ask(stage.baseUrl(), request);
            }
        } catch (IOException broken) {
            // As said above.
        }
    }

    private static void ask(URI server, String request) throws IOException {
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.setSoTimeout(LIMIT_MILLIS);
            socket.getOutputStream().write(request.getBytes(US_ASCII));
            socket.getInputStream().readAllBytes();
        }
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nhost: stage\r\nconnection: close\r\n\r\n";
    }

    private static String chat(String body) {
        return "POST " + RequestHandler.CHAT + " HTTP/1.1\r\nhost: stage\r\nconnection: close\r\ncontent-length: "
                + body.length() + "\r\n\r\n" + body;
    }
}
