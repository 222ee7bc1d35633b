package atlas.validation.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import atlas.validation.config.AccessSettings;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import atlas.validation.testing.ServerCertificate;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Plain requests with a key from a file, an authority of one's own, and through a proxy. */
@Timeout(120)
class AccessIT {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    @Test
    void theKeyInAFileIsSentWithoutItsLineEndAndNeverShown() throws Exception {
        Path file = Files.writeString(folder.resolve("key"), "  sk-secret\r\n");
        Access access = Access.of(new AccessSettings(null, file, null, null), Map.<String, String>of()::get);
        try (ScriptedServer server =
                ScriptedServer.start(request -> Reply.json(401, "bad key " + request.header("authorization")))) {
            Seen seen = get(server.baseUrl(), access);

            assertThat(server.received().getFirst().header("authorization")).isEqualTo("Bearer sk-secret");
            assertThat(seen.body()).isEqualTo("bad key Bearer ***");
            assertThat(access.toString()).doesNotContain("secret");
        }
    }

    @Test
    void aKeyThatIsGoneSinceTheConfigWasReadIsOneSentence() {
        AccessSettings settings = new AccessSettings(null, folder.resolve("gone"), null, null);

        assertThatThrownBy(() -> Access.of(settings, Map.<String, String>of()::get))
                .isInstanceOf(ServerException.class)
                .hasMessageContaining("the API key is to come from")
                .hasMessageContaining("does not exist");
    }

    @Test
    void anAuthorityOfOnesOwnIsTrustedBesideThoseOfThePlatform() throws Exception {
        ServerCertificate certificate = ServerCertificate.make(folder);
        Access trusting =
                Access.of(new AccessSettings(null, null, certificate.pem(), null), Map.<String, String>of()::get);
        try (ScriptedServer server =
                ScriptedServer.startSecure(certificate.serverSockets(), request -> Reply.json(200, "{}"))) {
            assertThat(get(server.baseUrl(), trusting).status()).isEqualTo(200);
            assertThat(sentence(server.baseUrl(), Access.PLAIN))
                    .contains("vouches for its certificate", "params.ca_file");
        }
        assertThat(trusting.trust().getAcceptedIssuers().length).isGreaterThan(1);
    }

    @Test
    void aCertificateForAnotherHostSaysSo() throws Exception {
        ServerCertificate elsewhere = ServerCertificate.make(folder, "dns:elsewhere.example");

        assertThat(sentenceOf(elsewhere)).contains("its certificate is for another host");
    }

    @Test
    void aProxyIsAskedForTheWholeAddressOrForATunnel() throws Exception {
        ServerCertificate certificate = ServerCertificate.make(folder);
        try (ScriptedServer far =
                        ScriptedServer.startSecure(certificate.serverSockets(), request -> Reply.json(200, "far"));
                ScriptedServer proxy =
                        ScriptedServer.start(request -> request.requestLine().startsWith("CONNECT")
                                ? new Reply().tunnelTo(far.baseUrl())
                                : Reply.json(200, "near"))) {
            Access access = Access.of(
                    new AccessSettings(null, null, certificate.pem(), proxy.baseUrl()), Map.<String, String>of()::get);

            assertThat(get(URI.create("http://model.invalid:81"), access).body())
                    .isEqualTo("near");
            assertThat(get(far.baseUrl(), access).body()).isEqualTo("far");
            assertThat(proxy.received().getFirst().requestLine())
                    .isEqualTo("GET http://model.invalid:81/health HTTP/1.1");
            assertThat(proxy.received().getLast().requestLine())
                    .startsWith("CONNECT 127.0.0.1:" + far.baseUrl().getPort());
        }
    }

    private record Seen(int status, String body) {}

    private static Seen get(URI base, Access access) {
        return switch (new PlainRequests(base, access, PATIENCE).get("/health")) {
            case atlas.validation.server.Reply.Answer answer -> new Seen(answer.status(), answer.body());
            case atlas.validation.server.Reply.NoAnswer(String sentence) -> throw new AssertionError(sentence);
        };
    }

    private static String sentenceOf(ServerCertificate certificate) throws Exception {
        Access trusting =
                Access.of(new AccessSettings(null, null, certificate.pem(), null), Map.<String, String>of()::get);
        try (ScriptedServer server =
                ScriptedServer.startSecure(certificate.serverSockets(), request -> Reply.json(200, "{}"))) {
            return sentence(server.baseUrl(), trusting);
        }
    }

    private static String sentence(URI base, Access access) {
        return switch (new PlainRequests(base, access, PATIENCE).get("/health")) {
            case atlas.validation.server.Reply.Answer answer -> throw new AssertionError(answer.sentence());
            case atlas.validation.server.Reply.NoAnswer(String sentence) -> sentence;
        };
    }
}
