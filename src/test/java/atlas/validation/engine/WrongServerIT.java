package atlas.validation.engine;

import static atlas.validation.engine.WrongInput.edit;
import static atlas.validation.testing.ChatEvents.answer;

import atlas.validation.testing.FixtureConfig;
import atlas.validation.testing.ReceivedRequest;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import atlas.validation.testing.ServerCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Docker daemons and servers that are not there, or are something else than the config says. */
@Timeout(120)
class WrongServerIT {

    private static ScriptedServer plain;
    private static ScriptedServer secure;
    private static ScriptedServer guarded;
    private static ScriptedServer page;
    private static ScriptedServer moved;
    private static int nobody;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start(@TempDir Path certificates) throws IOException, GeneralSecurityException {
        plain = ScriptedServer.start(WrongServerIT::serve);
        secure = ScriptedServer.startSecure(ServerCertificate.make(certificates).serverSockets(), WrongServerIT::serve);
        guarded = ScriptedServer.start(request -> Reply.json(401, "{\"error\":{\"message\":\"who are you?\"}}"));
        page = ScriptedServer.start(
                request -> new Reply().whole(200, "Content-Type: text/html\r\n", "<html>hi</html>"));
        moved = ScriptedServer.start(request -> new Reply().whole(302, "Location: http://192.0.2.1/login\r\n", ""));
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = free.getLocalPort();
        }
    }

    @AfterAll
    static void stop() {
        List.of(plain, secure, guarded, page, moved).forEach(ScriptedServer::close);
    }

    private static Reply serve(ReceivedRequest request) {
        return switch (request.requestLine().split(" ")[1]) {
            case "/v1/models" -> Reply.json(200, "{\"data\":[{\"id\":\"served/model\",\"owned_by\":\"test\"}]}");
            case "/health" -> Reply.json(200, "{\"status\":\"ok\"}");
            default -> Reply.stream(answer(5, 1));
        };
    }

    @ParameterizedTest
    @MethodSource({"daemons", "servers"})
    void isToldInOneSentenceWithItsPlaceAndTheNextStep(WrongInput wrong) throws IOException, GeneralSecurityException {
        wrong.check(folder);
    }

    static Stream<WrongInput> daemons() {
        return Stream.of(
                new WrongInput(
                        "a daemon that is not there",
                        "launch_container",
                        List.of(
                                "no Docker daemon listens at unix:///nowhere/docker.sock: there is no such socket; start it, or correct docker_host"),
                        folder -> docker(folder, "unix:///nowhere/docker.sock")),
                new WrongInput(
                        "a daemon of nobody's machine",
                        "launch_container",
                        List.of("docker_host names a host that nobody knows: no-such-host.invalid; correct it"),
                        folder -> docker(folder, "tcp://no-such-host.invalid:2375")),
                new WrongInput(
                        "an address of a daemon that is none",
                        "configuration",
                        List.of(
                                "cluster.json:2 /node_dict/127.0.0.1/docker_host",
                                "is no address of a Docker daemon; write local, unix:///path, tcp://host:port or ssh://user@host"),
                        folder -> docker(folder, "http://localhost")));
    }

    private static List<String> docker(Path folder, String host) throws IOException {
        Path cluster = Files.writeString(folder.resolve("cluster.json"), """
                { "orchestrator": "container", "head_node_dict": { "mgmt_ip": "127.0.0.1" },
                  "node_dict": { "127.0.0.1": { "docker_host": "%s" } } }
                """.formatted(host));
        FixtureConfig.named("a")
                .docker("no/such:image", "{ \"gpus\": \"none\" }")
                .cluster(cluster)
                .cell("w1", 1)
                .recordOnly()
                .writeTo(folder);
        return List.of();
    }

    private static WrongInput server(String name, String row, String url, String... told) {
        return new WrongInput(name, row, List.of(told), folder -> {
            FixtureConfig.named("a")
                    .runningAt(java.net.URI.create(url))
                    .cell("w1", 1)
                    .recordOnly()
                    .writeTo(folder);
            edit(folder.resolve("a.json"), "\"ready_timeout_s\": 30", "\"ready_timeout_s\": 1");
            edit(folder.resolve("a.json"), "simulated/fixture", "served/model");
            return List.of();
        });
    }

    static Stream<WrongInput> servers() {
        return Stream.of(
                server(
                        "a port where nobody listens",
                        "server_health",
                        "http://127.0.0.1:" + nobody,
                        "127.0.0.1:" + nobody,
                        "connection refused; does the server run, and is port "),
                server(
                        "a host that nobody knows",
                        "server_health",
                        "http://no-such-host.invalid:8888",
                        "no-such-host.invalid",
                        "no-such-host.invalid is unknown; is the name right, and does this machine resolve it?"),
                server(
                        "HTTPS where HTTP is spoken",
                        "server_health",
                        plain.baseUrl().toString().replace("http:", "https:"),
                        "if it speaks plain HTTP, write http://"),
                server(
                        "HTTP where HTTPS is spoken",
                        "server_health",
                        secure.baseUrl().toString().replace("https:", "http:"),
                        "does not speak HTTP; if it speaks HTTPS, write https://"),
                server(
                        "a certificate that nobody vouches for",
                        "server_health",
                        secure.baseUrl().toString(),
                        "nobody whom this Java trusts vouches for its certificate; name the authority",
                        "in params.ca_file"),
                server(
                        "a server that wants a key",
                        "server_health",
                        guarded.baseUrl().toString(),
                        "401",
                        "it wants an API key, or another one; set params.api_key_env"),
                server(
                        "a page for people",
                        "server_health",
                        page.baseUrl().toString(),
                        "/v1/models answered no JSON; is this an OpenAI-compatible server?"),
                server(
                        "a server that has moved",
                        "server_health",
                        moved.baseUrl().toString(),
                        "redirects to http://192.0.2.1/login (HTTP 302), which is never followed; name the address of the server itself"),
                new WrongInput(
                        "a model that is not served",
                        "server_health",
                        List.of("serves served/model, and not 'simulated/fixture'"),
                        folder -> {
                            FixtureConfig.named("a")
                                    .runningAt(plain.baseUrl())
                                    .cell("w1", 1)
                                    .recordOnly()
                                    .writeTo(folder);
                            return List.of();
                        }));
    }
}
