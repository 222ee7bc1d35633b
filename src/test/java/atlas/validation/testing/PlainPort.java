package atlas.validation.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A port before an HTTP server of the JDK. Whoever begins with TLS there is answered in plain HTTP at once, as other
 * servers do; the JDK's own waits for the end of a request line, and so lets a client try TLS until its patience ends.
 */
final class PlainPort implements AutoCloseable {

    /** First byte of a TLS record that opens a connection (RFC 8446, 5.1). */
    private static final int HANDSHAKE = 22;

    private static final byte[] REFUSAL =
            "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".getBytes(US_ASCII);

    private final InetSocketAddress server;
    private final ServerSocket listener;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private PlainPort(InetSocketAddress server, ServerSocket listener) {
        this.server = server;
        this.listener = listener;
    }

    /** Listens on loopback and forwards what is plain to a server. */
    static PlainPort before(InetSocketAddress server) {
        try {
            PlainPort port = new PlainPort(server, new ServerSocket(0, 0, InetAddress.getLoopbackAddress()));
            Thread.ofVirtual().name("plain-port").start(port::accept);
            return port;
        } catch (IOException taken) {
            throw new UncheckedIOException(taken);
        }
    }

    int number() {
        return listener.getLocalPort();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                open.add(client);
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException closed) {
                // Either it is closed, or that one connection could not be made.
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            PushbackInputStream in = new PushbackInputStream(client.getInputStream());
            int first = in.read();
            if (first == HANDSHAKE) {
                client.getOutputStream().write(REFUSAL);
            } else if (first >= 0) {
                in.unread(first);
                forward(client, in);
            }
        } catch (IOException gone) {
            // One side went away, and so does the other.
        } finally {
            open.remove(client);
        }
    }

    private void forward(Socket client, PushbackInputStream in) throws IOException {
        try (Socket behind = new Socket(server.getAddress(), server.getPort())) {
            Thread.ofVirtual().start(() -> {
                try (client;
                        behind) {
                    behind.getInputStream().transferTo(client.getOutputStream());
                } catch (IOException gone) {
                    // One side went away, and so does the other.
                }
            });
            in.transferTo(behind.getOutputStream());
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket client : open) {
                client.close();
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
