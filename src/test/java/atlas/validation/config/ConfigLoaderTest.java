package atlas.validation.config;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.CellId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigLoaderTest {

    private ConfigFolder folder;

    @BeforeEach
    void create(@TempDir Path root) {
        folder = new ConfigFolder(root);
    }

    @Test
    void readsAWholeConfigWithItsDefaults() {
        ValidationConfig config = folder.whole().config();

        assertThat(config.name()).isEqualTo("a");
        assertThat(config.file()).isEqualTo("configs/a.json");
        assertThat(config.sha256()).hasSize(64);
        assertThat(config.profile()).isNull();
        assertThat(config.enforceThresholds()).isFalse();
        assertThat(config.model()).isEqualTo(new ModelSettings("simulated/model", false, null));
        assertThat(config.container())
                .isEqualTo(new ContainerSettings(
                        Lifetime.PER_RUN, ServerRuntime.EMBEDDED, null, RuntimeArguments.standard()));
        assertThat(config.params())
                .isEqualTo(new Params(
                        Driver.ATLAS,
                        8888,
                        1,
                        1,
                        1,
                        100,
                        0,
                        1.0,
                        List.of(50, 90, 95, 99),
                        null,
                        Duration.ofSeconds(1200),
                        Duration.ofSeconds(120),
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(600),
                        null,
                        null,
                        Map.of("temperature", 0L, "top_p", 1L),
                        Map.of(),
                        AccessSettings.PLAIN,
                        Repeats.once(),
                        RestartServer.NEVER,
                        new LoadSettings(
                                null, Arrival.POISSON, 1, Duration.ZERO, null, Duration.ofSeconds(30), null, true),
                        true,
                        Api.CHAT,
                        null));
        assertThat(config.functional()).isEqualTo(new Functional(false, false, false, false, false, null));
        assertThat(config.keysOfOtherProfiles()).isEmpty();
    }

    @Test
    void readsShapesAndCells() {
        Sweep sweep = folder.whole().config().sweep();

        Combo random = new Combo("short", Workload.RANDOM, 128, 24, null, null, null, null, null, true, true, null, 14);
        Combo greeting = new Combo(
                "greeting", Workload.PROMPT, null, 8, "Say {hello}.", null, null, null, null, true, false, null, 15);
        assertThat(sweep.combos()).containsExactly(random, greeting);
        assertThat(sweep.runs())
                .containsExactly(
                        new SweepRun(random, CellId.ofConcurrency("short", 2), 100, null, 18),
                        new SweepRun(random, CellId.ofConcurrency("short", 4), 60, null, 19),
                        new SweepRun(greeting, CellId.ofConcurrency("greeting", 1), 100, null, 20));
    }

    @Test
    void readsWhatGoodputIs() {
        folder.changed("\"osl\": 24", "\"osl\": 24, \"goodput_slo\": {\"ttft_ms\": 500, \"tpot_ms\": 25.5}");

        assertThat(folder.config().sweep().combos().getFirst().slo()).isEqualTo(new Slo(500.0, 25.5, null));
    }

    @Test
    void hundredsOfCellsKeepTheirOrder() {
        String runs = IntStream.rangeClosed(1, 400)
                .mapToObj("{ \"combo\": \"short\", \"concurrency\": %d }"::formatted)
                .collect(Collectors.joining(",\n"));
        folder.changed("{ \"combo\": \"short\", \"concurrency\": 2 }", runs);

        assertThat(folder.config().sweep().runs())
                .hasSize(402)
                .element(399)
                .isEqualTo(new SweepRun(
                        folder.config().sweep().combos().getFirst(),
                        CellId.ofConcurrency("short", 400),
                        100,
                        null,
                        417));
    }

    @Test
    void nullReadsAsAbsent() {
        folder.withParams("\"port\": null, \"duration_s\": null, \"warmup_requests\": null, \"proxy\": null");

        assertThat(folder.problems()).isEmpty();
        assertThat(folder.config().params().port()).isEqualTo(8888);
    }

    @Test
    void underscoreKeysAreCommentsAtEveryLevel() {
        folder.withParams("\"_why\": \"<changeme>\", \"_why\": 2, \"extra_body\": {\"_x\": {}, \"y\": 1}");

        assertThat(folder.warnings()).isEmpty();
        assertThat(folder.config().params().extraBody()).isEqualTo(Map.of("y", 1L));
    }

    @Test
    void concurrencyAboveTheNumberOfRequestsIsWarnedOf() {
        folder.changed("\"concurrency\": 4, \"num_prompts\": 60", "\"concurrency\": 64, \"num_prompts\": 60");

        assertThat(folder.warnings())
                .containsExactly("configs/a.json:19 /sweep/runs/1/concurrency: concurrency 64 is never reached with 60"
                        + " requests; raise num_prompts");
    }

    @Test
    void serverThatRunsAlreadySaysItsModelItself() {
        folder.whole().knob("base.url", "http://127.0.0.1:9");

        assertThat(folder.config().model().id()).isNull();
        assertThat(folder.knob("model", "mine").config().model().id()).isEqualTo("mine");
    }

    @Test
    void shippedPromptBringsItsLimit() {
        folder.changed("\"prompt\": \"Say {hello}.\", \"osl\": 8", "\"prompt_ref\": \"code\"");
        Combo combo = folder.config().sweep().combos().get(1);
        ShippedPrompt code = requireNonNull(ShippedPrompt.all().get("code"));

        assertThat(combo.prompt()).isEqualTo(code.text());
        assertThat(combo.osl()).isEqualTo(200);
        assertThat(combo.forceLength()).isFalse();
    }

    @Test
    void limitOfAShapeWinsOverThatOfAShippedPrompt() {
        folder.changed("\"prompt\": \"Say {hello}.\"", "\"prompt_ref\": \"long_form\"");

        assertThat(folder.config().sweep().combos().get(1).osl()).isEqualTo(8);
    }

    @Test
    void containerLoadsWithEveryArgument() {
        folder.changed("\"runtime\": { \"name\": \"embedded\" }", """
                "image": "x/y:1", "runtime": { "name": "docker", "args": {
                  "gpus": 2, "ipc": "host", "network": "host", "shm_size": "1.5g", "volumes": ["{run_dir}/x:/x:ro"],
                  "memory": "2g", "devices": ["/dev/infiniband"], "cap_add": ["IPC_LOCK"],
                  "security_opt": ["seccomp=unconfined"], "group_add": ["video"],
                  "ulimit": ["memlock=-1:-1"], "privileged": true } }
                """);

        ContainerSettings container =
                folder.config().inRunFolder(Path.of("/runs/1")).container();

        assertThat(container)
                .isEqualTo(new ContainerSettings(
                        Lifetime.PER_RUN,
                        ServerRuntime.DOCKER,
                        "x/y:1",
                        new RuntimeArguments(
                                "2",
                                "host",
                                "host",
                                3L << 29,
                                2L << 30,
                                List.of("/runs/1/x:/x:ro"),
                                List.of("/dev/infiniband"),
                                List.of("IPC_LOCK"),
                                List.of("seccomp=unconfined"),
                                List.of("video"),
                                List.of("memlock=-1:-1"),
                                true)));
    }

    @Test
    void schemaMayBeNamedAtTheTop() {
        folder.changed("\"schema_version\": 1,", "\"$schema\": \"x.json\", \"schema_version\": 1,");

        assertThat(folder.problems()).isEmpty();
    }

    @Test
    void runningServerNeedsItsAddress() {
        folder.changed("\"runtime\": { \"name\": \"embedded\" }", "\"lifetime\": \"no_launch\"");

        assertThat(folder.problems()).singleElement().asString().contains("params.base_url is missing");
        assertThat(folder.knob("base.url", "http://h:1").problems()).isEmpty();
    }

    @Test
    void filesThatWereReadAreKnown() {
        folder.whole().write("thresholds/a_threshold.json", "{}");

        assertThat(folder.loadOne().files())
                .containsExactly(
                        folder.root().resolve("configs/a.json"), folder.root().resolve("thresholds/a_threshold.json"));
    }
}
