package atlas.validation.client;

import static atlas.validation.testing.ChatEvents.answer;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.ConnectionUse;
import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocketFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests over TLS, to a server whose certificate the JDK's own tool has just made. */
@Timeout(120)
class TlsIT {

    private static final String PASSWORD = "changeit";

    @TempDir
    private static Path directory;

    private static KeyStore keys;

    @BeforeAll
    static void makeCertificate() throws Exception {
        Path store = directory.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=test",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
    }

    @Test
    void streamsOverConnectionsThatAreOpenBefore() throws Exception {
        SslContext trust = SslContextBuilder.forClient()
                .trustManager((X509Certificate) keys.getCertificate("server"))
                .build();
        try (ScriptedServer server =
                        ScriptedServer.startSecure(serverSockets(), request -> Reply.stream(answer(5, 16)));
                LoadClient client = client(server, trust)) {
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
    void refusesAServerThatNobodyVouchesFor() throws Exception {
        try (ScriptedServer server =
                        ScriptedServer.startSecure(serverSockets(), request -> Reply.stream(answer(5, 16)));
                LoadClient client = Loads.client(server.baseUrl(), Loads.LIMITS, 1)) {
            RequestRecord row = client.send("t", "c", Loads.prompt("hello"), new Cancellation());

            assertThat(row.outcome()).isEqualTo(Outcome.CONNECT_ERROR);
            assertThat(row.error()).startsWith("cannot connect to 127.0.0.1:").contains(": TLS: ");
            assertThat(server.received()).isEmpty();
        }
    }

    private static LoadClient client(ScriptedServer server, @Nullable SslContext trust) {
        return new LoadClient(
                new Endpoint(server.baseUrl(), null),
                new RequestTemplate("m", Map.of(), Map.of(), Map.of()),
                Loads.LIMITS,
                new LoadClientOptions(1, Duration.ofSeconds(1), Loads.REQUEST_ID_PREFIX),
                trust);
    }

    private static SSLServerSocketFactory serverSockets() throws Exception {
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context.getServerSocketFactory();
    }
}
