package atlas.validation.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that answers each path with what it was told, and anything else with 404. */
final class ScriptedHttpServer implements AutoCloseable {

    private record Scripted(int status, String body) {}

    private final HttpServer server;
    private final Map<String, List<Scripted>> script = new ConcurrentHashMap<>();
    private final List<String> authorizations = new CopyOnWriteArrayList<>();

    ScriptedHttpServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Adds an answer to a path; the last one is repeated. */
    ScriptedHttpServer on(String path, int status, String body) {
        script.computeIfAbsent(path, unused -> new CopyOnWriteArrayList<>()).add(new Scripted(status, body));
        return this;
    }

    URI baseUrl() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    List<String> authorizations() {
        return authorizations;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        if (authorization != null) {
            authorizations.add(authorization);
        }
        List<Scripted> left = script.getOrDefault(exchange.getRequestURI().getPath(), List.of());
        Scripted next = left.isEmpty() ? new Scripted(404, "") : left.getFirst();
        if (left.size() > 1) {
            left.removeFirst();
        }
        byte[] body = next.body().getBytes(UTF_8);
        exchange.sendResponseHeaders(next.status(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
