package atlas.validation.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Asks a simulator as simply as can be. */
final class SimulatorClient implements AutoCloseable {

    private static final String CHAT = "/v1/chat/completions";
    private static final String DATA = "data: ";

    private final URI base;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    SimulatorClient(URI base) {
        this.base = base;
    }

    /** Returns the body of a chat with one message and further fields, possibly none. */
    static String chat(String message, String fields) {
        return "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"%s\"}]%s}"
                .formatted(message, fields.isEmpty() ? "" : "," + fields);
    }

    /** Returns the same, asking for a stream. */
    static String streamed(String message, String fields) {
        return chat(message, "\"stream\":true," + fields);
    }

    static JsonNode read(String json) {
        return JsonMapper.shared().readTree(json);
    }

    /** Asks for a chat as a stream and returns the data of each event. */
    List<String> stream(String chat) {
        return stream(CHAT, chat.replaceFirst("\\{", "{\"stream\":true,"));
    }

    List<String> stream(String path, String body) {
        return post(path, body, "stream")
                .body()
                .lines()
                .filter(line -> line.startsWith(DATA))
                .map(line -> line.substring(DATA.length()))
                .toList();
    }

    JsonNode json(String path, String body) {
        return read(post(path, body, "json").body());
    }

    HttpResponse<String> post(String path, String body, String id) {
        return send(request(path).header("x-request-id", id).POST(BodyPublishers.ofString(body)));
    }

    HttpResponse<String> get(String path) {
        return send(request(path).GET());
    }

    void delete(String path) {
        send(request(path).DELETE());
    }

    /** Sends a chat and returns its whole answer when it is there. */
    CompletableFuture<String> later(String chat) {
        HttpRequest request = request(CHAT).POST(BodyPublishers.ofString(chat)).build();
        return http.sendAsync(request, BodyHandlers.ofString()).thenApply(HttpResponse::body);
    }

    /** Sends a chat on a connection of its own and returns the connection as soon as the first token is there. */
    Socket open(String chat) throws IOException {
        byte[] body = chat.getBytes(UTF_8);
        String head = "POST %s HTTP/1.1\r\nhost: x\r\ncontent-length: %d\r\n\r\n".formatted(CHAT, body.length);
        Socket socket = new Socket(base.getHost(), base.getPort());
        try {
            socket.getOutputStream().write(head.getBytes(UTF_8));
            socket.getOutputStream().write(body);
            readUntil(socket.getInputStream(), "\"content\"");
            return socket;
        } catch (IOException broken) {
            socket.close();
            throw broken;
        }
    }

    private static void readUntil(InputStream answer, String sign) throws IOException {
        StringBuilder read = new StringBuilder();
        byte[] buffer = new byte[8192];
        while (read.indexOf(sign) < 0) {
            int count = answer.read(buffer);
            if (count < 0) {
                throw new IOException("the answer ended before '" + sign + "': " + read);
            }
            read.append(new String(buffer, 0, count, UTF_8));
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(base + path)).header("content-type", "application/json");
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
