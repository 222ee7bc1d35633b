package atlas.validation.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class NullServerIT {

    private static final NullServerOptions PACE =
            new NullServerOptions(0, Duration.ofMillis(20), Duration.ofMillis(2), 3);

    private static final Pattern TRUTH = Pattern.compile("\"prompt_tokens\":(\\d+),\"completion_tokens\":3");

    private static String answer(Socket socket) throws IOException {
        StringBuilder answer = new StringBuilder();
        while (!answer.toString().endsWith("0\r\n\r\n")) {
            int next = socket.getInputStream().read();
            assertThat(next).as(answer.toString()).isNotNegative();
            answer.append((char) next);
        }
        return answer.toString();
    }

    private static void assertWhole(String answer) {
        assertThat(answer).startsWith("HTTP/1.1 200 OK\r\n").contains("data: [DONE]");
        assertThat(answer.split("\"content\":\" word\"", -1)).hasSize(1 + 3);
        Matcher truth = TRUTH.matcher(answer);
        assertThat(truth.find()).isTrue();
        assertThat(Long.parseLong(truth.group(1))).isGreaterThanOrEqualTo(20_000);
    }

    @Test
    void answersHoweverTheRequestArrives() throws IOException {
        String request =
                "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\ncontent-Length: 12\r\n\r\n{\"a\":\"\r\n\r\n\"}";
        try (NullServer server = NullServer.start(PACE);
                Socket socket = new Socket("127.0.0.1", server.baseUrl().getPort())) {
            socket.setTcpNoDelay(true);
            for (byte each : request.getBytes(StandardCharsets.US_ASCII)) {
                socket.getOutputStream().write(each);
                socket.getOutputStream().flush();
            }
            assertWhole(answer(socket));
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            assertWhole(answer(socket));
        }
    }

    @Test
    void readsItsPace() {
        assertThat(NullServerMain.parse(List.of())).isEqualTo(NullServerOptions.PUBLISHED);
        assertThat(NullServerMain.parse(List.of("--port", "7", "--ttft-ms", "20", "--itl-ms", "0.5", "--tokens", "3")))
                .isEqualTo(new NullServerOptions(7, Duration.ofMillis(20), Duration.ofNanos(500_000), 3));
        assertThatThrownBy(() -> NullServerMain.parse(List.of("--tokens"))).hasMessageContaining("a value is required");
        assertThatThrownBy(() -> NullServerMain.parse(List.of("--tokens", "x"))).hasMessageContaining("needs a number");
        assertThatThrownBy(() -> NullServerMain.parse(List.of("--tokens", "0"))).hasMessageContaining("tokens must be");
        assertThatThrownBy(() -> NullServerMain.parse(List.of("--token", "1"))).hasMessageContaining("unexpected");
    }
}
