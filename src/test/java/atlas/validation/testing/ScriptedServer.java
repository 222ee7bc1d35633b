package atlas.validation.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLServerSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * A server on the loopback address that answers by script, byte for byte, and remembers what it received. One virtual
 * thread a connection; plain sockets, so that nothing between script and wire changes an answer.
 *
 * <pre>{@code
 * try (ScriptedServer server = ScriptedServer.start(request -> Reply.stream(content("a"), finish("stop"), DONE))) {
 *     callClient(server.baseUrl());
 *     assertThat(server.received()).hasSize(1);
 * }
 * }</pre>
 */
public final class ScriptedServer implements AutoCloseable {

    private final String scheme;
    private final ServerSocket listening;
    private final Script script;
    private final Set<Socket> open = new LinkedHashSet<>();
    private final List<ReceivedRequest> received = new ArrayList<>();
    private int connections;
    private int inFlight;
    private int mostInFlight;
    private boolean closed;

    /** Decides what happens for a request. Called on the thread of its connection, for several requests at a time. */
    @FunctionalInterface
    public interface Script {

        Reply replyTo(ReceivedRequest request);
    }

    private ScriptedServer(String scheme, ServerSocket listening, Script script) {
        this.scheme = scheme;
        this.listening = listening;
        this.script = script;
    }

    /** Starts a server on a free port. */
    public static ScriptedServer start(Script script) {
        return start("http", ServerSocketFactory.getDefault(), script);
    }

    /** Starts a server on a free port that speaks TLS as the factory's sockets do. */
    public static ScriptedServer startSecure(SSLServerSocketFactory sockets, Script script) {
        return start("https", sockets, script);
    }

    private static ScriptedServer start(String scheme, ServerSocketFactory sockets, Script script) {
        try {
            ServerSocket listening = sockets.createServerSocket(0, 1024, InetAddress.getLoopbackAddress());
            ScriptedServer server = new ScriptedServer(scheme, listening, script);
            Thread.ofVirtual().name("scripted-server").start(server::accept);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public URI baseUrl() {
        return URI.create(scheme + "://127.0.0.1:" + listening.getLocalPort());
    }

    /** Returns the requests so far, in the order of their arrival. */
    public synchronized List<ReceivedRequest> received() {
        return List.copyOf(received);
    }

    /** Returns how many connections were accepted so far. */
    public synchronized int connections() {
        return connections;
    }

    /** Returns how many requests were without a complete answer at the same time, at most. */
    public synchronized int mostInFlight() {
        return mostInFlight;
    }

    /** Waits until so many requests have arrived. */
    public synchronized void awaitRequests(int count) throws InterruptedException {
        while (received.size() < count) {
            wait();
        }
    }

    private void accept() {
        while (true) {
            try {
                Socket socket = listening.accept();
                socket.setTcpNoDelay(true);
                int number = register(socket);
                Thread.ofVirtual().name("scripted-connection-" + number).start(() -> serve(socket, number));
            } catch (IOException e) {
                return;
            }
        }
    }

    private synchronized int register(Socket socket) throws IOException {
        if (closed) {
            socket.close();
        }
        open.add(socket);
        return connections++;
    }

    private void serve(Socket socket, int connection) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            int onConnection = 0;
            for (ReceivedRequest request = read(in, connection, onConnection);
                    request != null;
                    request = read(in, connection, ++onConnection)) {
                if (!play(script.replyTo(request).steps(), socket, in)) {
                    return;
                }
            }
        } catch (IOException e) {
            // The client went away, which is what many tests want it to do.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            synchronized (this) {
                open.remove(socket);
            }
        }
    }

    private @Nullable ReceivedRequest read(InputStream in, int connection, int onConnection) throws IOException {
        String requestLine = readLine(in);
        if (requestLine == null) {
            return null;
        }
        Map<String, String> headers = new HashMap<>();
        for (String line = readLine(in); line != null && !line.isEmpty(); line = readLine(in)) {
            int colon = line.indexOf(':');
            if (colon < 0) {
                throw new IOException("no header of a request: whoever asks does not speak HTTP");
            }
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        byte[] body = in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
        return arrived(connection, onConnection, requestLine, headers, new String(body, UTF_8));
    }

    private synchronized ReceivedRequest arrived(
            int connection, int onConnection, String requestLine, Map<String, String> headers, String body) {
        inFlight++;
        mostInFlight = Math.max(mostInFlight, inFlight);
        ReceivedRequest request = new ReceivedRequest(
                received.size(), connection, onConnection, requestLine, headers, body, System.nanoTime(), inFlight);
        received.add(request);
        notifyAll();
        return request;
    }

    private static @Nullable String readLine(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int value = in.read(); value >= 0; value = in.read()) {
            if (value == '\n') {
                int length = line.length();
                return length > 0 && line.charAt(length - 1) == '\r' ? line.substring(0, length - 1) : line.toString();
            }
            line.append((char) value);
        }
        return null;
    }

    /** Plays a reply, and tells whether the connection is still there for the next request. */
    private boolean play(List<Reply.Step> steps, Socket socket, InputStream in)
            throws IOException, InterruptedException {
        boolean counted = true;
        for (int i = 0; i < steps.size(); i++) {
            Reply.Step step = steps.get(i);
            // Before the last step, since the client may send the next request as soon as it sees that one.
            if (i == steps.size() - 1 && !(step instanceof Reply.Step.Hold)) {
                leave();
                counted = false;
            }
            switch (step) {
                case Reply.Step.Write(byte[] bytes) -> write(socket, bytes);
                case Reply.Step.Pause(var duration) -> Thread.sleep(duration);
                case Reply.Step.Hold(var gate) -> gate.await();
                case Reply.Step.Tunnel(int port) -> {
                    tunnel(in, socket, port);
                    return false;
                }
                case Reply.Step.Close() -> {
                    return false;
                }
                case Reply.Step.Reset() -> {
                    socket.setSoLinger(true, 0);
                    return false;
                }
            }
        }
        if (counted) {
            leave();
        }
        return true;
    }

    private static void tunnel(InputStream in, Socket socket, int port) throws IOException {
        try (Socket far = new Socket(InetAddress.getLoopbackAddress(), port)) {
            Thread.ofVirtual().start(() -> {
                try (far) {
                    in.transferTo(far.getOutputStream());
                } catch (IOException e) {
                    // One side went away; the other one hears of it.
                }
            });
            far.getInputStream().transferTo(socket.getOutputStream());
        }
    }

    private static void write(Socket socket, byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    private synchronized void leave() {
        inFlight--;
    }

    /** Stops listening and closes every connection. */
    @Override
    public void close() {
        List<Socket> left;
        synchronized (this) {
            closed = true;
            left = List.copyOf(open);
        }
        try {
            listening.close();
            for (Socket socket : left) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
