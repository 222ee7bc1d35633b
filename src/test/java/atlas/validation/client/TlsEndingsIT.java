package atlas.validation.client;

import static atlas.validation.client.WireRow.fails;
import static atlas.validation.client.WireRow.success;
import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.finish;
import static atlas.validation.testing.ChatEvents.usage;
import static java.nio.charset.StandardCharsets.UTF_8;

import atlas.validation.client.WireRow.Expected;
import atlas.validation.client.WireRow.Played;
import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.testing.ServerCertificate;
import atlas.validation.workload.Prompt;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Connections with TLS that end without saying goodbye, as when somebody cuts them: the end of such a connection is no
 * end of a body, and what the stream itself said holds.
 */
@Timeout(60)
class TlsEndingsIT {

    private static final String TYPE = "Content-Type: text/event-stream\r\n";

    @TempDir
    private static Path folder;

    private static ServerCertificate certificate;

    @BeforeAll
    static void makeCertificate() throws Exception {
        certificate = ServerCertificate.make(folder);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cuts")
    void aCutIsToldByWhatTheStreamHadSaid(String name, String answer, Expected expected) throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            SSLContext tls = context();
            Thread.ofVirtual().start(() -> {
                while (true) {
                    try (Socket socket = listening.accept()) {
                        answerAndCut(tls, socket, answer);
                    } catch (IOException e) {
                        return;
                    }
                }
            });
            Endpoint endpoint =
                    new Endpoint(URI.create("https://127.0.0.1:" + listening.getLocalPort()), null, trust(), null);
            RequestTemplate template = new RequestTemplate("m", Map.of(), Map.of(), Map.of());
            try (LoadClient client = new LoadClient(endpoint, template, Loads.LIMITS)) {
                RequestRecord row = client.send("t", "c", new Prompt("hello", null, false), new Cancellation());
                expected.check(new Played(row, WireRow.metrics(List.of(row))));
            }
        }
    }

    static Stream<Arguments> cuts() {
        String head = "HTTP/1.1 200 OK\r\n" + TYPE + "\r\n";
        return Stream.of(
                Arguments.of(
                        "in the midst of a body that ends with its connection",
                        head + content("a"),
                        fails(Outcome.INCOMPLETE_STREAM).chunks(1)),
                Arguments.of(
                        "behind a finish reason",
                        head + content("a") + finish("stop"),
                        success().chunks(1).warns("missing_done")),
                Arguments.of(
                        "behind [DONE]",
                        head + content("a") + finish("stop") + usage(5, 1) + DONE,
                        success().chunks(1).tokens(1)),
                Arguments.of(
                        "in the midst of an event",
                        head + content("a") + "data: {\"choi",
                        fails(Outcome.INCOMPLETE_STREAM).chunks(1)),
                Arguments.of(
                        "before any byte of the answer",
                        "",
                        fails(Outcome.CONNECTION_RESET).noTtft()));
    }

    private static void answerAndCut(SSLContext tls, Socket socket, String answer) throws IOException {
        SSLSocket secure = (SSLSocket) tls.getSocketFactory().createSocket(socket, null, false);
        secure.setUseClientMode(false);
        byte[] request = new byte[8192];
        int read = 0;
        while (!new String(request, 0, read, UTF_8).contains("\"stream\"")) {
            int more = secure.getInputStream().read(request, read, request.length - read);
            if (more < 0) {
                return;
            }
            read += more;
        }
        secure.getOutputStream().write(answer.getBytes(UTF_8));
        secure.getOutputStream().flush();
        // The socket below, so that TLS says no goodbye; everything was read, so that this is no reset.
        socket.shutdownOutput();
        socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    }

    private static SSLContext context() throws Exception {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(certificate.keys(), "changeit".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    private static X509TrustManager trust() throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setCertificateEntry("authority", certificate.keys().getCertificate("server"));
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return (X509TrustManager) factory.getTrustManagers()[0];
    }
}
