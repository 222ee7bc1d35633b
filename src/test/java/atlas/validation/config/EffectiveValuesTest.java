package atlas.validation.config;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Setting;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What counts in the end, of file, knob, variable and default, and where it comes from. */
class EffectiveValuesTest {

    private ConfigFolder folder;

    @BeforeEach
    void create(@TempDir Path root) {
        folder = new ConfigFolder(root);
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
    void eachSaysWhereItComesFrom() {
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
    void noSecretIsAmongThem() {
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

    @ParameterizedTest
    @CsvSource({"false, -Dbase.url", "true, env ATLAS_BENCH_URL"})
    void ofAServerThatRunsAlready(boolean byVariable, String origin) {
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
    void ofAConfigThatLaunchesNothing() {
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
}
