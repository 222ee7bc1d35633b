package atlas.validation.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A registry of container images on loopback, to which Docker speaks without TLS. It has {@code some/image} of one
 * layer under the tags {@code amd64} and {@code arm64}, and under {@code list-of-arm64} a list that has nothing else.
 */
public final class LocalRegistry implements AutoCloseable {

    private static final String MANIFEST = "application/vnd.docker.distribution.manifest.v2+json";
    private static final String LIST = "application/vnd.docker.distribution.manifest.list.v2+json";
    private static final int LAYER_BYTES = 4 << 20;
    private static final int BLOCK = 512;

    /** More than the hundredth of the layer that Docker finds worth telling of. */
    private static final int PIECE_BYTES = 64 << 10;

    private static final int BETWEEN_PIECES_MILLIS = 100;

    private final HttpServer server;

    /** Docker tries TLS first. */
    private final PlainPort port;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, byte[]> blobs = new HashMap<>();
    private final Map<String, byte[]> manifests = new HashMap<>();
    private final Map<String, String> types = new HashMap<>();
    private final CountDownLatch halfway = new CountDownLatch(1);
    private final byte[] layer;
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private volatile boolean guarded;

    public LocalRegistry() {
        byte[] archive = archive();
        layer = Gzip.of(archive);
        blobs.put(digest(layer), layer);
        for (String architecture : new String[] {"amd64", "arm64"}) {
            byte[] manifest = manifest(architecture, digest(archive)).getBytes(UTF_8);
            add(architecture, manifest, MANIFEST);
        }
        byte[] list = """
                {"schemaVersion":2,"mediaType":"%s","manifests":[{"mediaType":"%s","size":%d,"digest":"%s",
                "platform":{"architecture":"arm64","os":"linux"}}]}""".formatted(LIST, MANIFEST, manifests.get("arm64").length, digest(manifests.get("arm64")))
                .getBytes(UTF_8);
        add("list-of-arm64", list, LIST);
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException taken) {
            throw new UncheckedIOException(taken);
        }
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
        port = PlainPort.before(server.getAddress());
    }

    private void add(String tag, byte[] manifest, String type) {
        for (String name : new String[] {tag, digest(manifest)}) {
            manifests.put(name, manifest);
            types.put(name, type);
        }
    }

    private String manifest(String architecture, String layerDigest) {
        byte[] config = """
                {"architecture":"%s","os":"linux","config":{"Entrypoint":["spark"]},
                "rootfs":{"type":"layers","diff_ids":["%s"]}}""".formatted(architecture, layerDigest).getBytes(UTF_8);
        blobs.put(digest(config), config);
        return """
                {"schemaVersion":2,"mediaType":"%s",
                "config":{"mediaType":"application/vnd.docker.container.image.v1+json","size":%d,"digest":"%s"},
                "layers":[{"mediaType":"application/vnd.docker.image.rootfs.diff.tar.gzip","size":%d,"digest":"%s"}]}""".formatted(MANIFEST, config.length, digest(config), layer.length, digest(layer));
    }

    /** Returns a tape archive of one file that cannot be compressed, other bytes in each registry. */
    private static byte[] archive() {
        byte[] header = new byte[BLOCK];
        put(header, 0, "weights");
        put(header, 100, "0000644");
        put(header, 108, "0000000");
        put(header, 116, "0000000");
        put(header, 124, "%011o".formatted(LAYER_BYTES));
        put(header, 136, "00000000000");
        put(header, 148, "        ");
        put(header, 156, "0");
        int sum = 0;
        for (byte each : header) {
            sum += each;
        }
        put(header, 148, "%06o\0 ".formatted(sum));
        byte[] file = new byte[LAYER_BYTES];
        new Random().nextBytes(file);
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        archive.writeBytes(header);
        archive.writeBytes(file);
        archive.writeBytes(new byte[2 * BLOCK]);
        return archive.toByteArray();
    }

    private static void put(byte[] header, int at, String text) {
        byte[] bytes = text.getBytes(US_ASCII);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }

    private static String digest(byte[] bytes) {
        return "sha256:" + LocalHub.hash("SHA-256", bytes);
    }

    /** Returns the name of the image as {@code docker pull} takes it. */
    public String image(String tag) {
        return "127.0.0.1:%d/some/image:%s".formatted(port.number(), tag);
    }

    /** Returns the digest under which the registry knows a tag. */
    public String digestOf(String tag) {
        return digest(manifests.get(tag));
    }

    /** Gives nothing to whoever has not logged in. */
    public void guard() {
        guarded = true;
    }

    /** Holds the layer back after its first half until the latch is open, all but a trickle. */
    public void holdHalfway(CountDownLatch opening) {
        gate = opening;
    }

    /** Returns when half of the layer is on its way. */
    public void awaitHalfway() {
        try {
            halfway.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String last = path.substring(path.lastIndexOf('/') + 1);
        if (guarded) {
            exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"registry\"");
            send(exchange, 401, error("UNAUTHORIZED", "authentication required"));
        } else if (path.equals("/v2/")) {
            send(exchange, 200, "{}".getBytes(UTF_8));
        } else if (path.contains("/manifests/") && manifests.containsKey(last)) {
            exchange.getResponseHeaders().set("Content-Type", types.get(last));
            exchange.getResponseHeaders().set("Docker-Content-Digest", digest(manifests.get(last)));
            send(exchange, 200, manifests.get(last));
        } else if (path.contains("/blobs/") && blobs.containsKey(last)) {
            send(exchange, 200, blobs.get(last));
        } else {
            send(exchange, 404, error("MANIFEST_UNKNOWN", "manifest unknown"));
        }
    }

    private static byte[] error(String code, String message) {
        return "{\"errors\":[{\"code\":\"%s\",\"message\":\"%s\"}]}"
                .formatted(code, message)
                .getBytes(UTF_8);
    }

    private void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        boolean head = exchange.getRequestMethod().equals("HEAD");
        if (head) {
            exchange.getResponseHeaders().set("Content-Length", Integer.toString(body.length));
        }
        exchange.sendResponseHeaders(status, head ? -1 : body.length);
        try (exchange;
                OutputStream out = exchange.getResponseBody()) {
            if (head) {
                return;
            }
            int sent = body == layer ? body.length / 2 : body.length;
            out.write(body, 0, sent);
            out.flush();
            if (sent < body.length) {
                halfway.countDown();
            }
            // Docker tells of progress when it reads, and drops what comes too soon after it last told: it gets a
            // little
            // more until somebody has heard of it.
            while (sent < body.length) {
                boolean opened = gate.await(BETWEEN_PIECES_MILLIS, TimeUnit.MILLISECONDS);
                int end = opened ? body.length : Math.min(sent + PIECE_BYTES, body.length - 1);
                out.write(body, sent, end - sent);
                out.flush();
                sent = end;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        port.close();
        server.stop(0);
        threads.shutdownNow();
    }
}
