package atlas.validation.client;

import static atlas.validation.testing.ChatEvents.answer;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.ConnectionUse;
import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import atlas.validation.testing.ServerCertificate;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests over TLS and through proxies: what works, and what each failure tells to do. */
@Timeout(120)
class TlsIT {

    private static final Reply ANSWER = Reply.stream(answer(5, 16));

    @TempDir
    private static Path folder;

    private static ServerCertificate certificate;

    @BeforeAll
    static void makeCertificate() throws Exception {
        certificate = ServerCertificate.make(folder);
    }

    @Test
    void streamsOverConnectionsThatAreOpenBefore() throws Exception {
        try (ScriptedServer server = secure(certificate);
                LoadClient client = client(server.baseUrl(), trusting(certificate), null)) {
            CellMeasurement cell = client.run(Loads.cell(3, 2, 12), new Cancellation(), LoadListener.silent());

            assertThat(cell.rows()).hasSize(14).allSatisfy(row -> {
                assertThat(row.outcome()).isEqualTo(Outcome.SUCCESS);
                assertThat(row.connection()).isEqualTo(ConnectionUse.REUSED);
                assertThat(row.ttftMs()).isPositive().isLessThanOrEqualTo(row.e2eMs());
            });
            assertThat(server.connections()).isEqualTo(3);
        }
    }

    @Test
    void refusesAServerThatNobodyVouchesForAndSaysWhatToDo() throws Exception {
        try (ScriptedServer server = secure(certificate)) {
            assertThat(failure(server.baseUrl(), null, null))
                    .startsWith("cannot connect to 127.0.0.1:")
                    .contains(": TLS: ", "vouches for the server's certificate", "params.ca_file");
            assertThat(server.received()).isEmpty();
        }
    }

    @Test
    void refusesACertificateForAnotherHost() throws Exception {
        ServerCertificate elsewhere = ServerCertificate.make(folder, "dns:elsewhere.example");
        try (ScriptedServer server = secure(elsewhere)) {
            assertThat(failure(server.baseUrl(), trusting(elsewhere), null))
                    .contains("the server's certificate is for another host");
        }
    }

    @Test
    void knowsAServerThatSpeaksNoTls() throws Exception {
        try (ServerSocket plain = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                while (true) {
                    try (Socket socket = plain.accept()) {
                        socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(US_ASCII));
                        socket.shutdownOutput();
                        socket.getInputStream().transferTo(OutputStream.nullOutputStream());
                    } catch (IOException e) {
                        return;
                    }
                }
            });
            URI base = URI.create("https://127.0.0.1:" + plain.getLocalPort());

            assertThat(failure(base, null, null)).contains("does not speak TLS; write http://");
        }
    }

    @Test
    void theRunGoesOnWhenNoConnectionCanBeMade() throws Exception {
        try (ScriptedServer server = secure(certificate);
                LoadClient client = client(server.baseUrl(), null, null)) {
            CellMeasurement cell = client.run(Loads.cell(2, 0, 6), new Cancellation(), LoadListener.silent());

            assertThat(cell.rows()).hasSize(6).allMatch(row -> row.outcome() == Outcome.CONNECT_ERROR);
        }
    }

    @Test
    void aProxyReadsRequestsToAServerWithoutTlsAndResolvesItsName() {
        try (ScriptedServer proxy = ScriptedServer.start(request -> ANSWER);
                LoadClient client = client(URI.create("http://model.invalid:81/api"), null, proxy.baseUrl())) {
            CellMeasurement cell = client.run(Loads.cell(2, 0, 6), new Cancellation(), LoadListener.silent());

            assertThat(cell.rows()).hasSize(6).allMatch(row -> row.outcome() == Outcome.SUCCESS);
            assertThat(proxy.connections()).isEqualTo(2);
            assertThat(proxy.received()).allSatisfy(request -> {
                assertThat(request.requestLine())
                        .isEqualTo("POST http://model.invalid:81/api/v1/chat/completions HTTP/1.1");
                assertThat(request.header("host")).isEqualTo("model.invalid:81");
            });
        }
    }

    @Test
    void aProxyMakesATunnelToAServerWithTls() throws Exception {
        try (ScriptedServer server = secure(certificate);
                ScriptedServer proxy = ScriptedServer.start(request -> new Reply().tunnelTo(server.baseUrl()));
                LoadClient client = client(server.baseUrl(), trusting(certificate), proxy.baseUrl())) {
            CellMeasurement cell = client.run(Loads.cell(2, 0, 6), new Cancellation(), LoadListener.silent());

            assertThat(cell.rows()).hasSize(6).allMatch(row -> row.outcome() == Outcome.SUCCESS);
            assertThat(server.received())
                    .hasSize(6)
                    .allMatch(request -> request.requestLine().startsWith("POST /v1/chat/completions"));
            assertThat(proxy.received())
                    .hasSize(2)
                    .allSatisfy(request -> assertThat(request.headers()).doesNotContainKey("authorization"));
        }
    }

    @Test
    void aProxyThatMakesNoTunnelIsNamed() {
        try (ScriptedServer proxy = ScriptedServer.start(request -> new Reply().whole(403, "", "no"))) {
            assertThat(failure(URI.create("https://model.invalid"), null, proxy.baseUrl()))
                    .startsWith("cannot connect to model.invalid:443 through the proxy 127.0.0.1:")
                    .contains("the proxy makes no tunnel: status: 403");
        }
    }

    private static ScriptedServer secure(ServerCertificate with) throws Exception {
        return ScriptedServer.startSecure(with.serverSockets(), request -> ANSWER);
    }

    private static String failure(URI base, @Nullable X509TrustManager trust, @Nullable URI proxy) {
        try (LoadClient client = client(base, trust, proxy)) {
            RequestRecord row = client.send("t", "c", Loads.prompt("hello"), new Cancellation());
            assertThat(row.outcome()).isEqualTo(Outcome.CONNECT_ERROR);
            return row.error();
        }
    }

    private static LoadClient client(URI base, @Nullable X509TrustManager trust, @Nullable URI proxy) {
        TimeLimits limits = new TimeLimits(Duration.ofSeconds(5), Loads.NEVER, Loads.NEVER);
        return new LoadClient(
                new Endpoint(base, "secret", trust, proxy),
                new RequestTemplate("m", Map.of(), Map.of(), Map.of()),
                limits,
                new LoadClientOptions(1, Duration.ofSeconds(1), Loads.REQUEST_ID_PREFIX, null));
    }

    private static X509TrustManager trusting(ServerCertificate authority) throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setCertificateEntry("authority", authority.keys().getCertificate("server"));
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return (X509TrustManager) factory.getTrustManagers()[0];
    }
}
