package atlas.validation.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import atlas.validation.record.Setting;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** More than one config, or more than one server for it. */
class SeveralConfigsTest {

    private ConfigFolder folder;

    @BeforeEach
    void create(@TempDir Path root) {
        folder = new ConfigFolder(root);
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
}
