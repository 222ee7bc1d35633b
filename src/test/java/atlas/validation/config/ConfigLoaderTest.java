package atlas.validation.config;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import atlas.validation.record.CellId;
import atlas.validation.record.Setting;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    void knobsOverrideTheFile() {
        folder.whole()
                .knob("base.url", "http://gpu7:8888/v1")
                .knob("model", "other/model")
                .knob("enforce", "false")
                .knob("api.key.env", "MY_KEY")
                .variable("MY_KEY", "sk-secret");

        LoadedFiles files = folder.load();
        ValidationConfig config = files.configs().getFirst().config();

        assertThat(files.problems()).isEmpty();
        assertThat(config.launches()).isFalse();
        assertThat(config.container().runtime()).isEqualTo(ServerRuntime.NONE);
        assertThat(config.params().baseUrl()).isEqualTo(URI.create("http://gpu7:8888/v1"));
        assertThat(config.params().access().apiKeyEnv()).isEqualTo("MY_KEY");
        assertThat(config.model().id()).isEqualTo("other/model");
        assertThat(files.effective())
                .containsEntry("base.url", new Setting("http://gpu7:8888/v1", "-Dbase.url"))
                .containsEntry("params.base_url", new Setting("http://gpu7:8888/v1", "-Dbase.url"))
                .containsEntry("model.id", new Setting("other/model", "-Dmodel"))
                .containsEntry("enforce_thresholds", new Setting(false, "-Denforce"))
                .containsEntry("params.api_key_env", new Setting("MY_KEY", "-Dapi.key.env"));
        assertThat(files.effective().toString()).doesNotContain("sk-secret");
    }

    @Test
    void aSecondServerIsASecondTargetOfTheSameConfig() {
        folder.whole().knob("base.url", "http://gpu7:8888").knob("compare.url", "http://gpu8:8000");

        LoadedFiles files = folder.load();

        assertThat(files.problems()).isEmpty();
        assertThat(files.configs())
                .extracting(
                        loaded -> loaded.config().name(),
                        loaded -> loaded.config().params().baseUrl())
                .containsExactly(
                        tuple("a", URI.create("http://gpu7:8888")),
                        tuple("a-compared", URI.create("http://gpu8:8000")));
        assertThat(files.effective())
                .containsEntry("a-compared/params.base_url", new Setting("http://gpu8:8000", "-Dcompare.url"))
                .containsEntry("a/params.base_url", new Setting("http://gpu7:8888", "-Dbase.url"));
    }

    @Test
    void effectiveValuesSayWhereTheyComeFrom() {
        Map<String, Setting> effective =
                folder.withParams("\"port\": 9000").load().effective();

        assertThat(effective)
                .containsEntry("config", new Setting("configs/a.json", "-Dconfig"))
                .containsEntry("params.port", new Setting(9000L, "configs/a.json:10"))
                .containsEntry("params.seed", new Setting(0L, "default"))
                .containsEntry("params.driver", new Setting("atlas", "configs/a.json:9"))
                .containsEntry("params.idle_timeout_s", new Setting(60.0, "default"))
                .containsEntry("container.lifetime", new Setting("per_run", "default"));
        assertThat(effective.keySet()).noneMatch(name -> name.startsWith("sweep."));
    }

    @Test
    void effectiveValuesHoldNoSecret() {
        folder.changed(
                        "\"args\": [], \"env\": {}",
                        "\"args\": [\"--api-key\", \"k1\", \"--hf-token=k2\", \"--top\", \"{env.PLAIN}\"],"
                                + " \"env\": {\"HF_TOKEN\": \"k3\", \"MODE\": \"fast\", \"FROM\": \"{env.PLAIN}\"}")
                .variable("PLAIN", "k4");

        LoadedFiles files = folder.load();

        assertThat(files.problems()).isEmpty();
        assertThat(files.effective())
                .extractingByKey("roles.server.args")
                .extracting(Setting::value)
                .isEqualTo(List.of("--api-key", "***", "--hf-token=***", "--top", "{env.PLAIN}"));
        assertThat(files.effective())
                .containsEntry("roles.server.env.HF_TOKEN", new Setting("***", "configs/a.json:7"))
                .containsEntry("roles.server.env.MODE", new Setting("fast", "configs/a.json:7"))
                .containsEntry("roles.server.env.FROM", new Setting("{env.PLAIN}", "configs/a.json:7"));
        assertThat(files.configs().getFirst().config().server())
                .isEqualTo(new ServerRole(
                        List.of("--api-key", "k1", "--hf-token=k2", "--top", "k4"),
                        Map.of("HF_TOKEN", "k3", "MODE", "fast", "FROM", "k4")));
    }

    @Test
    void severalConfigsKeepTheirOrderAndPrefixTheirValues() {
        folder.whole().write("configs/b.json", ConfigFolder.WHOLE).knob("config", "configs/b.json, configs/a.json");

        LoadedFiles files = folder.load();

        assertThat(files.configs()).extracting(one -> one.config().name()).containsExactly("b", "a");
        assertThat(files.effective()).containsKeys("b/params.port", "a/params.port");
    }

    @Test
    void globFindsConfigsByNameAndLeavesOutThresholds() {
        folder.whole()
                .write("configs/c.json", ConfigFolder.WHOLE)
                .write("configs/b.json", ConfigFolder.WHOLE)
                .write("configs/c_threshold.json", "{}")
                .knob("config", "configs/{b,c}*.json");

        assertThat(folder.load().configs())
                .extracting(one -> one.config().file())
                .containsExactly("configs/b.json", "configs/c.json");
    }

    @Test
    void globThatMatchesNothingIsAProblem() {
        folder.whole().knob("config", "configs/x*.json");

        assertThat(folder.problems())
                .containsExactly("-Dconfig=configs/x*.json matches no file; check the folder and the pattern");
    }

    @Test
    void equalStemsAreAProblem() {
        folder.whole().write("other/a.json", ConfigFolder.WHOLE).knob("config", "configs/a.json,other/a.json");

        assertThat(folder.problems())
                .containsExactly(
                        "configs configs/a.json and other/a.json have the same name, a; rename one: every row is"
                                + " called after its config");
    }

    @Test
    void problemsOfAllFilesComeAtOnce() {
        folder.changed(
                        "\"framework\": \"atlas\"",
                        "\"threshold_json\": \"../t.json\", \"cluster_json\": \"../c.json\", \"x\": 1")
                .write("t.json", "{\"short-conc2\": {\"failed\": {\"kind\": \"maxx\", \"value\": 0}}}")
                .write("c.json", "{\"node_dict\": {}}")
                .write("configs/b.json", "{")
                .knob("config", "configs/a.json,configs/b.json")
                .knob("enforce", "maybe");

        assertThat(folder.load().problems())
                .extracting(problem -> problem.file())
                .containsExactly(null, "configs/a.json", "t.json", "c.json", "configs/b.json");
    }

    @Test
    void sharedFileIsComplainedAboutOnce() {
        folder.whole()
                .write("configs/b.json", ConfigFolder.WHOLE)
                .write("t.json", "{\"short-conc2\": 5}")
                .knob("config", "configs/*.json")
                .knob("thresholds", "t.json");

        assertThat(folder.problems())
                .containsExactly(
                        "t.json:1 /short-conc2: short-conc2 must be an object of limits, got 5; write {} to leave"
                                + " a cell out");
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

    @ParameterizedTest
    @CsvSource({"false, -Dbase.url", "true, env ATLAS_BENCH_URL"})
    void effectiveValuesAreThoseOfAServerThatRunsAlready(boolean byVariable, String origin) {
        folder.changed("\"args\": [], \"env\": {}", "\"args\": [\"--x\"], \"env\": {\"MODE\": \"fast\"}");
        if (byVariable) {
            folder.variable("ATLAS_BENCH_URL", "http://127.0.0.1:9");
        } else {
            folder.knob("base.url", "http://127.0.0.1:9");
        }

        Map<String, Setting> effective = folder.load().effective();

        assertThat(effective)
                .containsEntry("params.base_url", new Setting("http://127.0.0.1:9", origin))
                .containsEntry("container.lifetime", new Setting("no_launch", origin))
                .containsEntry("container.runtime.name", new Setting("none", origin))
                .doesNotContainKey("model.id");
        assertThat(effective.keySet())
                .noneMatch(name -> name.startsWith("roles.") || name.startsWith("container.runtime.args"));
        assertThat(folder.knob("model", "mine").load().effective())
                .containsEntry("model.id", new Setting("mine", "-Dmodel"));
    }

    @Test
    void effectiveValuesOfAConfigThatLaunchesNothing() {
        folder.write(
                ConfigFolder.CONFIG,
                ConfigFolder.WHOLE
                        .replace("\"runtime\": { \"name\": \"embedded\" }", "\"lifetime\": \"no_launch\"")
                        .replace("\"num_prompts\": 100", "\"num_prompts\": 100, \"base_url\": \"http://h:1\""));

        assertThat(folder.load().effective())
                .containsEntry("container.lifetime", new Setting("no_launch", "configs/a.json:6"))
                .containsEntry("container.runtime.name", new Setting("none", "configs/a.json:6"))
                .containsEntry("model.id", new Setting("simulated/model", "configs/a.json:5"));
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
