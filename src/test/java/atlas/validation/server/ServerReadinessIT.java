package atlas.validation.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import atlas.validation.config.Driver;
import atlas.validation.config.ServerRuntime;
import atlas.validation.testing.LaunchedServer;
import atlas.validation.testing.ScriptedServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Awaits servers that run already. */
@Timeout(60)
class ServerReadinessIT {

    private static final String MODELS = "{\"object\":\"list\",\"data\":[{\"id\":\"a/b\",\"owned_by\":\"someone\"}]}";

    private ScriptedHttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = new ScriptedHttpServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aHealthyServerIsReadyWithItsModels() {
        server.on("/health", 200, "").on("/v1/models", 200, MODELS);

        Ready ready = await(server.baseUrl(), null);

        assertThat(ready.models()).containsExactly("a/b");
        assertThat(ready.healthPath()).isEqualTo("/health");
        assertThat(ready.simulated()).isFalse();
    }

    @Test
    void d28_aServerWithoutHealthPathIsAskedForItsModels() {
        server.on("/v1/models", 200, MODELS);

        assertThat(await(URI.create(server.baseUrl() + "/v1"), null).healthPath())
                .isEqualTo("/v1/models");
    }

    @Test
    void aServerThatLoadsIsWaitedFor() {
        server.on("/health", 503, "{\"status\":\"loading\"}")
                .on("/health", 200, "")
                .on("/v1/models", 200, MODELS);

        assertThat(await(server.baseUrl(), null).models()).containsExactly("a/b");
    }

    /** A server that was just started may tell its health before it can tell its models. */
    @Test
    void aLaunchedServersModelsAreWaitedForAsItsHealthIs() {
        server.on("/health", 200, "").on("/v1/models", 503, "").on("/v1/models", 200, MODELS);

        assertThat(readiness(LaunchedServer.at(server.baseUrl())).models()).containsExactly("a/b");
    }

    @Test
    void aLaunchedServerThatListsNoModelsIsTold() {
        server.on("/health", 200, "").on("/v1/models", 401, "");

        assertThatThrownBy(() -> readiness(LaunchedServer.at(server.baseUrl())))
                .isInstanceOf(ServerException.class)
                .hasMessageContaining("/v1/models answered HTTP 401");
    }

    @Test
    void whoeverWaitsForAServerThatLoadsIsToldHowItGoes() {
        server.on("/health", 503, "")
                .on("/health", 503, "")
                .on("/health", 200, "")
                .on("/v1/models", 200, MODELS);
        List<String> told = new ArrayList<>();

        new ServerReadiness(ServerDriver.of(Driver.OPENAI), Access.PLAIN, told::add, Duration.ZERO)
                .await(reach(server.baseUrl()), Duration.ofSeconds(30), () -> false);

        assertThat(told).hasSize(2).allMatch(sentence -> sentence.matches("not ready after \\d+ s"));
    }

    @Test
    void aServerThatLoadsForTooLongIsTold() {
        server.on("/health", 503, "{\"status\":\"loading\"}");

        assertThatThrownBy(() -> await(server.baseUrl(), null, Duration.ofMillis(1)))
                .isInstanceOf(ServerException.class)
                .hasMessage("the server was not ready within 0 s: " + server.baseUrl()
                        + "/health answered HTTP 503: {\"status\":\"loading\"}");
    }

    @Test
    void aSimulatorIsRecognized() {
        server.on("/health", 200, "").on("/v1/models", 200, MODELS.replace("someone", "atlas-spark-simulator"));

        assertThat(await(server.baseUrl(), null).simulated()).isTrue();
    }

    @Test
    void theApiKeyIsSent() {
        server.on("/health", 200, "").on("/v1/models", 200, MODELS);

        await(server.baseUrl(), "secret");

        assertThat(server.authorizations()).contains("Bearer secret");
    }

    @Test
    void aMissingApiKeyIsTold() {
        server.on("/health", 200, "").on("/v1/models", 401, "{}");

        assertUnreachable(server.baseUrl(), "/v1/models answered HTTP 401: it wants an API key");
    }

    @Test
    void anInternalErrorIsTold() {
        server.on("/health", 500, "out of\n  memory");

        assertUnreachable(server.baseUrl(), "/health answered HTTP 500: out of memory");
    }

    @Test
    void anAnswerThatIsNoJsonIsTold() {
        server.on("/health", 200, "").on("/v1/models", 200, "<html>");

        assertUnreachable(server.baseUrl(), "/v1/models answered no JSON; is this an OpenAI-compatible server?");
    }

    @Test
    void aServerOfAnotherKindIsTold() {
        assertUnreachable(server.baseUrl(), "/v1/models answered HTTP 404");
    }

    @Test
    void aRefusedConnectionIsTold() {
        URI gone = server.baseUrl();
        server.close();

        assertUnreachable(
                gone,
                "/health cannot be reached: connection refused; does the server run, and is port " + gone.getPort()
                        + " right?");
    }

    @Test
    void anUnknownHostIsTold() {
        assertUnreachable(URI.create("http://no-such-host.invalid:1"), "the host no-such-host.invalid is unknown");
    }

    @Test
    void httpsTowardsPlainHttpIsTold() throws IOException {
        try (ServerSocket plain = listener()) {
            answerWhatComes(plain, "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n");

            assertUnreachable(
                    URI.create("https://127.0.0.1:" + plain.getLocalPort()),
                    "/health does not speak HTTPS; write http:// instead of https://");
        }
    }

    @Test
    void whoClosesWithoutAnAnswerIsTold() throws IOException {
        try (ServerSocket closing = listener()) {
            answerWhatComes(closing, "");

            assertUnreachable(
                    URI.create("http://127.0.0.1:" + closing.getLocalPort()), "; if it speaks HTTPS, write https://");
        }
    }

    @Test
    void whoDoesNotSpeakHttpIsTold() throws IOException {
        try (ServerSocket other = listener()) {
            answerWhatComes(other, "SSH-2.0-OpenSSH_9.6\r\n");

            assertUnreachable(URI.create("http://127.0.0.1:" + other.getLocalPort()), "/health does not speak HTTP");
        }
    }

    @Test
    void anAddressWithoutSchemeIsTold() {
        assertUnreachable(URI.create("localhost:8888"), "is no address of an HTTP server");
    }

    @Test
    void silenceIsBoundedAndTold() throws IOException {
        try (ServerSocket silent = listener()) {
            URI base = URI.create("http://127.0.0.1:" + silent.getLocalPort());
            Reply reply = new PlainRequests(base, Access.PLAIN, Duration.ofMillis(200)).get("/health");

            assertThat(reply)
                    .isInstanceOfSatisfying(
                            Reply.NoAnswer.class,
                            none -> assertThat(none.sentence())
                                    .startsWith(base + "/health took the connection but did not answer within"));
        }
    }

    @Test
    void anAnswerThatNeverEndsIsBoundedAndTold() {
        atlas.validation.testing.Reply dripping =
                new atlas.validation.testing.Reply().head("HTTP/1.1 200 OK", "Content-Length: 1000");
        for (int i = 0; i < 200; i++) {
            dripping = dripping.pause(Duration.ofMillis(100)).text("x");
        }
        atlas.validation.testing.Reply answer = dripping;
        try (ScriptedServer slow = ScriptedServer.start(request -> answer)) {
            assertThat(new PlainRequests(slow.baseUrl(), Access.PLAIN, Duration.ofMillis(500))
                            .get("/health", () -> false))
                    .isEqualTo(new Reply.NoAnswer(slow.baseUrl() + "/health did not end its answer within 2 s"));
        }
    }

    @Test
    void anAnswerThatIsTooLargeIsToldAndNotKept() {
        atlas.validation.testing.Reply large = new atlas.validation.testing.Reply()
                .head("HTTP/1.1 200 OK", "Content-Length: 5000000")
                .bytes(new byte[5_000_000]);
        try (ScriptedServer huge = ScriptedServer.start(request -> large)) {
            assertThat(new PlainRequests(huge.baseUrl(), Access.PLAIN, Duration.ofSeconds(5)).get("/health"))
                    .isEqualTo(new Reply.NoAnswer(huge.baseUrl() + "/health answered with more than 4194304 bytes"));
        }
    }

    @Test
    void waitingIsGivenUpWhenCancelled() throws IOException {
        try (ServerSocket silent = listener()) {
            RunningServer found = reach(URI.create("http://127.0.0.1:" + silent.getLocalPort()));
            ServerReadiness readiness = new ServerReadiness(ServerDriver.of(Driver.OPENAI), Access.PLAIN);

            assertThatThrownBy(() -> readiness.await(found, Duration.ofSeconds(60), () -> true))
                    .isInstanceOf(CancellationException.class);
        }
    }

    @Test
    void aRunningServerIsNeverStopped() {
        server.on("/health", 200, "").on("/v1/models", 200, MODELS);
        RunningServer found = reach(server.baseUrl());
        found.stop(Duration.ZERO);
        found.close();

        assertThat(found.isAlive()).isTrue();
        assertThat(found.launched()).isFalse();
        assertThat(await(server.baseUrl(), null).models()).hasSize(1);
    }

    private static Ready readiness(RunningServer launched) {
        return new ServerReadiness(ServerDriver.of(Driver.OPENAI), Access.PLAIN)
                .await(launched, Duration.ofSeconds(30), () -> false);
    }

    private static ServerSocket listener() throws IOException {
        return new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    }

    /** Answers whatever is said on a connection with the same bytes and closes it, until the listener is closed. */
    private static void answerWhatComes(ServerSocket listener, String answer) {
        Thread.ofPlatform().daemon().start(() -> {
            while (!listener.isClosed()) {
                try (Socket connection = listener.accept()) {
                    byte[] read = new byte[8192];
                    if (connection.getInputStream().read(read) > 0) {
                        connection.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                    }
                } catch (IOException gone) {
                    // Either the client went away, or the test is over.
                }
            }
        });
    }

    private static void assertUnreachable(URI base, String sentence) {
        assertThatThrownBy(() -> await(base, null))
                .isInstanceOf(ServerException.class)
                .hasMessageContaining(sentence)
                .hasMessageContaining(base.toString());
    }

    private static Ready await(URI base, @Nullable String apiKey) {
        return await(base, apiKey, Duration.ofSeconds(30));
    }

    private static Ready await(URI base, @Nullable String apiKey, Duration timeout) {
        return new ServerReadiness(ServerDriver.of(Driver.OPENAI), new Access(apiKey, null, null))
                .await(reach(base), timeout, () -> false);
    }

    private static RunningServer reach(URI base) {
        LaunchRequest request = new LaunchRequest(
                ServerDriver.of(Driver.OPENAI),
                null,
                8888,
                null,
                1,
                1,
                List.of(),
                Map.of(),
                base,
                Duration.ofSeconds(30),
                Path.of("unused.log"),
                null);
        return ServerLauncher.of(ServerRuntime.NONE).launch(request, LaunchListener.NONE, () -> false);
    }
}
