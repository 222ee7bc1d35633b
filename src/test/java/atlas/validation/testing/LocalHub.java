package atlas.validation.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A model hub on loopback, and beside it the store that it sends the askers of large files to. Behaves as the real one
 * does, or badly on demand.
 */
public final class LocalHub implements AutoCloseable {

    private final HttpServer hub = server();
    private final HttpServer store = server();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger cuts = new AtomicInteger();
    private volatile int cutAfter;
    private volatile int refusal;
    private volatile boolean ignoresRanges;
    private volatile boolean damaged;
    private volatile boolean stalls;
    private volatile String token = "";

    public LocalHub(Map<String, byte[]> files) {
        this.files.putAll(files);
        hub.createContext("/", this::answer);
        store.createContext("/", this::deliver);
        for (HttpServer server : List.of(hub, store)) {
            server.setExecutor(threads);
            server.start();
        }
    }

    private static HttpServer server() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException taken) {
            throw new UncheckedIOException(taken);
        }
    }

    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + hub.getAddress().getPort());
    }

    /** Breaks the next deliveries of large files off after some bytes. */
    public void cut(int times, int after) {
        cuts.set(times);
        cutAfter = after;
    }

    /** Answers everything with this status. */
    public void refuse(int status) {
        refusal = status;
    }

    /** Asks for a token. */
    public void guard(String secret) {
        token = secret;
    }

    public void ignoreRanges() {
        ignoresRanges = true;
    }

    public void damage() {
        damaged = true;
    }

    /** Delivers the first thousand bytes of a large file and then nothing more, however often it is asked. */
    public void stall() {
        stalls = true;
    }

    /** Returns each request: method, path, range and whether a token came with it. */
    public List<String> asked() {
        return List.copyOf(asked);
    }

    private void answer(HttpExchange exchange) throws IOException {
        note("hub", exchange);
        String path = exchange.getRequestURI().getPath();
        String authorization =
                Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("Authorization"), "");
        if (refusal > 0) {
            send(exchange, refusal, ModelFiles.text("{\"error\":\"no\"}"));
        } else if (!token.isEmpty() && !authorization.equals("Bearer " + token)) {
            send(exchange, 401, ModelFiles.text("{\"error\":\"who are you?\"}"));
        } else if (path.matches("/api/models/org/name/revision/(main|v2/fp8|" + ModelFiles.COMMIT + ")")) {
            send(exchange, 200, ModelFiles.text(description()));
        } else if (path.startsWith("/org/name/resolve/" + ModelFiles.COMMIT + "/")) {
            String name = path.substring(path.indexOf(ModelFiles.COMMIT) + ModelFiles.COMMIT.length() + 1);
            if (large(name)) {
                exchange.getResponseHeaders()
                        .set(
                                "Location",
                                "http://127.0.0.1:%d/%s?signature=x"
                                        .formatted(store.getAddress().getPort(), name));
                send(exchange, 302, new byte[0]);
            } else {
                send(exchange, 200, files.get(name));
            }
        } else {
            send(exchange, 404, ModelFiles.text("{\"error\":\"nothing here\"}"));
        }
    }

    private void deliver(HttpExchange exchange) throws IOException {
        note("store", exchange);
        byte[] file = files.get(exchange.getRequestURI().getPath().substring(1)).clone();
        String range = exchange.getRequestHeaders().getFirst("Range");
        int from = range == null || ignoresRanges ? 0 : Integer.parseInt(range.replaceAll("bytes=(\\d+)-", "$1"));
        if (damaged) {
            file[file.length - 1]++;
        }
        byte[] rest = Arrays.copyOfRange(file, from, file.length);
        boolean cut = cuts.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
        if (!cut && !stalls) {
            send(exchange, from > 0 ? 206 : 200, rest);
            return;
        }
        exchange.sendResponseHeaders(from > 0 ? 206 : 200, rest.length);
        OutputStream body = exchange.getResponseBody();
        body.write(rest, 0, Math.min(stalls ? Math.max(0, 1000 - from) : cutAfter, rest.length));
        body.flush();
        if (cut) {
            // The connection ends before what was promised.
            exchange.close();
        }
    }

    private void note(String who, HttpExchange exchange) {
        String range = exchange.getRequestHeaders().getFirst("Range");
        asked.add("%s %s%s%s"
                .formatted(
                        who,
                        exchange.getRequestURI().getPath(),
                        range == null ? "" : " " + range,
                        exchange.getRequestHeaders().containsKey("Authorization") ? " with a token" : ""));
    }

    private static boolean large(String name) {
        return name.endsWith(".safetensors") || name.endsWith(".bin");
    }

    private String description() {
        List<String> siblings = new ArrayList<>();
        files.forEach((name, bytes) -> siblings.add(
                large(name)
                        ? "{\"rfilename\":\"%s\",\"size\":%d,\"blobId\":\"%s\",\"lfs\":{\"sha256\":\"%s\",\"size\":%d,\"pointerSize\":130}}"
                                .formatted(name, bytes.length, "0".repeat(40), hash("SHA-256", bytes), bytes.length)
                        : "{\"rfilename\":\"%s\",\"size\":%d,\"blobId\":\"%s\"}"
                                .formatted(name, bytes.length, gitHash(bytes))));
        return "{\"id\":\"org/name\",\"sha\":\"%s\",\"siblings\":[%s]}"
                .formatted(ModelFiles.COMMIT, String.join(",", siblings));
    }

    public static String gitHash(byte[] bytes) {
        byte[] header = ("blob " + bytes.length + "\0").getBytes(StandardCharsets.US_ASCII);
        byte[] all = Arrays.copyOf(header, header.length + bytes.length);
        System.arraycopy(bytes, 0, all, header.length, bytes.length);
        return hash("SHA-1", all);
    }

    public static String hash(String algorithm, byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        try (exchange;
                OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    @Override
    public void close() {
        hub.stop(0);
        store.stop(0);
        threads.shutdownNow();
    }
}
