package atlas.validation.engine;

import static atlas.validation.testing.ChatEvents.answer;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.testing.EngineRun;
import atlas.validation.testing.FixtureConfig;
import atlas.validation.testing.ReceivedRequest;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import atlas.validation.testing.ServerCertificate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A walk through inputs that are wrong, from the files to the server: each is answered by one sentence that says where
 * it is, what was seen and what to do, and by no stack trace.
 */
@Timeout(120)
class WrongInputsIT {

    private static final String GOOD_LIMIT = "{ \"mean_ttft_ms\": { \"kind\": \"max_ms\", \"value\": 60000 } }";

    private static ScriptedServer plain;
    private static ScriptedServer secure;
    private static ScriptedServer guarded;
    private static ScriptedServer page;
    private static ScriptedServer moved;
    private static int nobody;

    @TempDir
    private Path folder;

    /**
     * One wrong input.
     *
     * @param name what is wrong
     * @param row the row that tells
     * @param told what the row's first sentence holds, in any order: where, what was seen, what to do
     * @param make makes the input and returns the knobs, as names and values
     */
    record Wrong(String name, String row, List<String> told, Making make) {

        @Override
        public String toString() {
            return name;
        }
    }

    /** Makes a wrong input in a folder, which holds a config {@code a.json} and its limits. */
    @FunctionalInterface
    interface Making {

        List<String> in(Path folder) throws IOException, GeneralSecurityException;
    }

    @BeforeAll
    static void start(@TempDir Path certificates) throws IOException, GeneralSecurityException {
        plain = ScriptedServer.start(WrongInputsIT::serve);
        secure = ScriptedServer.startSecure(ServerCertificate.make(certificates).serverSockets(), WrongInputsIT::serve);
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
    @MethodSource({"files", "values", "limits", "settings", "surroundings", "servers"})
    void isToldInOneSentenceWithItsPlaceAndTheNextStep(Wrong wrong) throws IOException, GeneralSecurityException {
        FixtureConfig.named("a").cell("w1", 1).limits("w1-conc1", GOOD_LIMIT).writeTo(folder);
        List<String> knobs = wrong.make.in(folder);
        Path config = folder.resolve("a.json");
        List<String> others = new ArrayList<>(knobs);
        if (!knobs.isEmpty() && knobs.getFirst().equals("config")) {
            config = Path.of(knobs.get(1));
            others = others.subList(2, others.size());
        }
        PrintStream usual = System.err;
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        EngineRun run;
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
        try {
            run = EngineRun.withoutFilter(config, folder.resolve("runs"), others.toArray(String[]::new));
        } finally {
            System.setErr(usual);
        }

        String row = run.row(wrong.row);
        assertThat(row).startsWith("failed: ").doesNotContain("Exception").doesNotContain("\tat ");
        assertThat(row).contains(wrong.told);
        assertThat(errors.toString(StandardCharsets.UTF_8)).doesNotContain("\tat ");
        assertThat(run.record().exitCode()).isNotZero();
    }

    private static Wrong config(String name, String from, String to, String... told) {
        return new Wrong(name, "configuration", List.of(told), folder -> {
            edit(folder.resolve("a.json"), from, to);
            return List.of();
        });
    }

    private static Wrong limit(String name, String text, String... told) {
        return new Wrong(name, "configuration", List.of(told), folder -> {
            Files.writeString(folder.resolve("a_threshold.json"), text);
            return List.of();
        });
    }

    private static Wrong file(String name, String text, String... told) {
        return new Wrong(name, "configuration", List.of(told), folder -> {
            Files.writeString(folder.resolve("a.json"), text);
            return List.of();
        });
    }

    private static Wrong knob(String name, String knob, String value, String... told) {
        return new Wrong(name, "configuration", List.of(told), folder -> List.of(knob, value));
    }

    private static Wrong server(String name, String row, String url, String... told) {
        return new Wrong(name, row, List.of(told), folder -> {
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

    private static void edit(Path file, String from, String to) {
        try {
            String text = Files.readString(file);
            assertThat(text).contains(from);
            Files.writeString(file, text.replace(from, to));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    static Stream<Wrong> files() {
        return Stream.of(
                new Wrong(
                        "a file that is not there",
                        "configuration",
                        List.of("b.json: does not exist; check the path"),
                        folder -> List.of("config", folder.resolve("b.json").toString())),
                new Wrong(
                        "a folder",
                        "configuration",
                        List.of("is a folder, not a file; name a file in it, such as a.json"),
                        folder -> List.of("config", folder.toString())),
                new Wrong(
                        "a pattern that nothing matches",
                        "configuration",
                        List.of("c*.json matches no file; check the folder and the pattern"),
                        folder -> List.of("config", folder.resolve("c*.json").toString())),
                new Wrong(
                        "two files of one name",
                        "configuration",
                        List.of("have the same name, a; rename one"),
                        folder -> {
                            Path other = Files.createDirectory(folder.resolve("other"));
                            Files.copy(folder.resolve("a.json"), other.resolve("a.json"));
                            return List.of("config", folder.resolve("a.json") + "," + other.resolve("a.json"));
                        }),
                file("an empty file", "", "is empty", "a.json: is empty; write a JSON object"),
                file(
                        "YAML",
                        "params:\n  port: 1\n",
                        "looks like YAML",
                        "a.json:1: looks like YAML; only JSON is read; write it as a JSON object"),
                file(
                        "no object",
                        "[1]",
                        "must hold a JSON object",
                        "a.json:1: must hold a JSON object, got a list; begin the file with {"),
                file(
                        "the beginning of an object",
                        "{ \"schema_version\": 1,",
                        "ends in the middle",
                        "a.json:1: the file ends in the middle of the JSON; close every brace, bracket and quote"),
                config(
                        "a comma too many",
                        "\"functional\": {}",
                        "\"functional\": {},",
                        "comma",
                        "a.json:15: a comma stands before }; remove the comma"),
                config(
                        "a key twice",
                        "\"functional\": {}",
                        "\"functional\": {}, \"functional\": {}",
                        "a.json:14 /functional: key functional stands twice, first in line 14; remove one of them"),
                config(
                        "another version",
                        "\"schema_version\": 1",
                        "\"schema_version\": 3",
                        "a.json:2 /schema_version: schema_version must be a whole number from 1 to 2, got 3"));
    }

    static Stream<Wrong> values() {
        return Stream.of(
                config(
                        "a word for a number",
                        "\"num_prompts\": 8",
                        "\"num_prompts\": \"many\"",
                        "a.json:9 /params/num_prompts: params.num_prompts must be a whole number from 1 to 1000000, got \"many\""),
                config(
                        "an unknown key",
                        "\"num_prompts\": 8",
                        "\"num_promts\": 8",
                        "a.json:9 /params/num_promts: params.num_promts is no known key; did you mean num_prompts?"),
                config(
                        "a negative number",
                        "\"num_prompts\": 8",
                        "\"num_prompts\": -8",
                        "a.json:9 ",
                        "must be a whole number from 1 to 1000000, got -8"),
                config(
                        "a billion prompts",
                        "\"num_prompts\": 8",
                        "\"num_prompts\": 1000000000",
                        "a.json:9 ",
                        "must be a whole number from 1 to 1000000, got 1000000000"),
                config(
                        "no users",
                        "\"concurrency\": 1",
                        "\"concurrency\": 0",
                        "a.json:13 /sweep/runs/0/concurrency",
                        "must be a whole number from 1 to 65536, got 0"),
                config(
                        "no load at all",
                        ", \"concurrency\": 1",
                        "",
                        "a.json:13 /sweep/runs/0: sweep.runs[0].concurrency is missing; write how many requests are in flight"),
                config(
                        "a shape that nobody describes",
                        "\"combo\": \"w1\"",
                        "\"combo\": \"w2\"",
                        "a.json:13 /sweep/runs/0/combo",
                        "\"w2\" is no shape of this sweep; did you mean w1?"),
                config(
                        "a shape named like a tier",
                        "\"w1\"",
                        "\"ttft\"",
                        "a.json:12: combo 'ttft' already means a tier, a row or a load; choose a name like 'w1_1k_1k'"),
                config(
                        "no length",
                        "\"isl\": 16, ",
                        "",
                        "a.json:12 /sweep/sequence_combinations/0",
                        "isl is missing; write a number of tokens"),
                config(
                        "a placeholder",
                        "simulated/fixture",
                        "<changeme-model>",
                        "a.json:6 /model/id: <changeme-model> is still to be filled in; write your own value in its place"),
                config(
                        "an unknown driver",
                        "\"driver\": \"atlas\"",
                        "\"driver\": \"atlass\"",
                        "a.json:9 /params/driver",
                        "\"atlass\" is unknown; did you mean atlas?"),
                config(
                        "a driver of CVS",
                        "\"driver\": \"atlas\"",
                        "\"driver\": \"vllm_atom\"",
                        "a.json:9 /params/driver",
                        "is a driver of CVS that this suite does not have; write one of atlas, vllm, sglang and openai"),
                config(
                        "an unknown GPU",
                        "\"gpu_arch\": \"none\"",
                        "\"gpu_arch\": 40",
                        "a.json:4 /gpu_arch: gpu_arch must be a string that is not empty, got 40"),
                config(
                        "an unknown lifetime",
                        "per_run",
                        "per_cell",
                        "a.json:7 /container/lifetime",
                        "\"per_cell\" is unknown; known are per_run, persistent and no_launch"),
                config(
                        "an unknown runtime",
                        "embedded",
                        "podman",
                        "a.json:7 /container/runtime/name",
                        "\"podman\" is unknown; known are docker, embedded and none"),
                config(
                        "two nodes",
                        "\"warmup_requests\": 1",
                        "\"nnodes\": 2",
                        "a.json:9 /params/nnodes: params.nnodes 2 asks for more than one node, which is not yet supported; write 1"),
                config(
                        "a percentile that is none",
                        "[50]",
                        "[500]",
                        "a.json:10 /params/metric_percentiles/0",
                        "must be a whole number from 1 to 99, got 500"),
                config(
                        "no time",
                        "\"ready_timeout_s\": 30",
                        "\"ready_timeout_s\": 0",
                        "a.json:10 /params/ready_timeout_s",
                        "must be a number above 0 and up to 604800, got 0"),
                config(
                        "an unknown variable",
                        "simulated/fixture",
                        "{env.NO_SUCH_VARIABLE}",
                        "a.json:6 /model/id: environment variable NO_SUCH_VARIABLE is not set; export it before the run"),
                config(
                        "certificates that are not there",
                        "\"warmup_requests\": 1",
                        "\"ca_file\": \"none.pem\"",
                        "a.json:9 /params/ca_file: params.ca_file none.pem does not exist; name a PEM file"),
                config(
                        "a key that nobody has set",
                        "\"warmup_requests\": 1",
                        "\"api_key_env\": \"NO_SUCH_KEY\"",
                        "a.json:9 /params/api_key_env",
                        "is not set: NO_SUCH_KEY; export the key"),
                config(
                        "a key file that is not there",
                        "\"warmup_requests\": 1",
                        "\"api_key_file\": \"none.key\"",
                        "a.json:9 /params/api_key_file: params.api_key_file none.key does not exist; write the key"),
                config(
                        "a proxy that is none",
                        "\"warmup_requests\": 1",
                        "\"proxy\": \"somewhere\"",
                        "a.json:9 /params/proxy: params.proxy somewhere has no scheme; write http://somewhere"),
                config(
                        "a cell twice",
                        "\"runs\": [ ",
                        "\"runs\": [ { \"combo\": \"w1\", \"concurrency\": 1 }, ",
                        "a.json:13: cell 'w1-conc1' is in the sweep twice; remove one of the two"));
    }

    static Stream<Wrong> limits() {
        return Stream.of(
                limit(
                        "limits that are no JSON",
                        "{ \"w1-conc1\": ",
                        "a_threshold.json",
                        "a_threshold.json:1: the file ends in the middle of the JSON; close every brace"),
                limit(
                        "limits for another cell",
                        "{ \"w1-conc9\": " + GOOD_LIMIT + " }",
                        "a_threshold.json",
                        "a_threshold.json:1 /w1-conc9: 'w1-conc9' fits no cell of the sweep; did you mean w1-conc1?"),
                limit(
                        "a figure that nobody knows",
                        "{ \"w1-conc1\": { \"mean_tfft_ms\": { \"kind\": \"max_ms\", \"value\": 1 } } }",
                        "a_threshold.json:1 /w1-conc1/mean_tfft_ms: no metric is called 'mean_tfft_ms'; did you mean mean_ttft_ms"),
                limit(
                        "a kind that nobody knows",
                        "{ \"w1-conc1\": { \"mean_ttft_ms\": { \"kind\": \"most\", \"value\": 1 } } }",
                        "a_threshold.json:1 /w1-conc1/mean_ttft_ms/kind",
                        "\"most\" is unknown; known are min, max,"),
                limit(
                        "a limit from the wrong side",
                        "{ \"w1-conc1\": { \"mean_ttft_ms\": { \"kind\": \"min\", \"value\": 1 } } }",
                        "a_threshold.json:1 /w1-conc1/mean_ttft_ms: 'min' on mean_ttft_ms lets the bad pass: lower is better; use 'max_ms'"),
                limit(
                        "a limit without a value",
                        "{ \"w1-conc1\": { \"mean_ttft_ms\": { \"kind\": \"max_ms\" } } }",
                        "a_threshold.json:1 /w1-conc1/mean_ttft_ms",
                        "value is missing; write a finite number"),
                new Wrong(
                        "no limits where they are enforced",
                        "configuration",
                        List.of(
                                "a.json:5 /enforce_thresholds: thresholds are enforced, but there is no threshold file; write thresholds/a_threshold.json"),
                        folder -> {
                            Files.delete(folder.resolve("a_threshold.json"));
                            return List.of();
                        }),
                new Wrong(
                        "two files of limits",
                        "configuration",
                        List.of(
                                "a.json:1: several threshold files may be meant:",
                                "c_threshold.json; name one with threshold_json"),
                        folder -> {
                            Files.move(folder.resolve("a_threshold.json"), folder.resolve("b_threshold.json"));
                            Files.copy(folder.resolve("b_threshold.json"), folder.resolve("c_threshold.json"));
                            return List.of();
                        }));
    }

    static Stream<Wrong> settings() {
        return Stream.of(
                knob(
                        "a profile that is not there",
                        "config.profile",
                        "perf",
                        "a.json: has no profiles, so -Dconfig.profile=perf chooses nothing; leave out -Dconfig.profile"),
                knob(
                        "limits that are not there",
                        "thresholds",
                        "none.json",
                        "none.json: does not exist; check the path"),
                knob(
                        "a cluster that is not there",
                        "cluster",
                        "none.json",
                        "none.json: does not exist; check the path"),
                knob(
                        "neither true nor false",
                        "enforce",
                        "maybe",
                        "-Denforce=maybe is unknown; known are true and false"),
                knob(
                        "an unknown word",
                        "inconclusive",
                        "ignore",
                        "-Dinconclusive=ignore is unknown; known are fail, warn and pass"),
                knob(
                        "no address",
                        "base.url",
                        "localhost",
                        "-Dbase.url localhost has no scheme; write http://localhost"),
                knob("an expression that is none", "groups", "w1 &", "-Dgroups='w1 &' is no tag expression"),
                knob(
                        "an expression that chooses nothing",
                        "groups",
                        "conc128",
                        "-Dgroups='conc128' chooses no row; did you mean conc1?"));
    }

    static Stream<Wrong> surroundings() {
        return Stream.of(
                new Wrong(
                        "a daemon that is not there",
                        "launch_container",
                        List.of(
                                "no Docker daemon listens at unix:///nowhere/docker.sock: there is no such socket; start it, or correct docker_host"),
                        folder -> docker(folder, "unix:///nowhere/docker.sock")),
                new Wrong(
                        "a daemon of nobody's machine",
                        "launch_container",
                        List.of("docker_host names a host that nobody knows: no-such-host.invalid; correct it"),
                        folder -> docker(folder, "tcp://no-such-host.invalid:2375")),
                new Wrong(
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

    static Stream<Wrong> servers() {
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
                new Wrong(
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
