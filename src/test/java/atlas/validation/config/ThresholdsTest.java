package atlas.validation.config;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.config.ThresholdRule.Info;
import atlas.validation.config.ThresholdRule.Max;
import atlas.validation.config.ThresholdRule.Min;
import atlas.validation.config.ThresholdRule.MinRatio;
import atlas.validation.config.ThresholdRule.Within;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThresholdsTest {

    private static final String FILE = "thresholds/a_threshold.json";

    private ConfigFolder folder;

    @BeforeEach
    void create(@TempDir Path root) {
        folder = new ConfigFolder(root).whole();
    }

    @Test
    void everyKindIsRead() {
        folder.write(FILE, """
                {
                  "short-conc2": {
                    "a": { "kind": "min", "value": 1 },
                    "b": { "kind": "max", "value": -1.5, "min_n": 20 },
                    "c": { "kind": "min_tok_s", "value": 900, "enforce": false },
                    "client.d_ms": { "kind": "max_ms", "value": 5e2, "_why": "noise" },
                    "e": { "kind": "within", "value": 10, "tolerance_pct": 5 },
                    "f": { "kind": "min_ratio", "value": 0.5, "reference": "a" },
                    "g": { "kind": "info" },
                    "h": { "kind": "info", "value": 3 }
                  },
                  "short-conc4": {}
                }
                """);

        ThresholdFile thresholds = thresholds();

        assertThat(thresholds.cells().keySet()).containsExactly("short-conc2", "short-conc4");
        assertThat(thresholds.cells().get("short-conc4"))
                .isEqualTo(new CellLimits("short-conc4", 12, "/short-conc4", List.of()));
        CellLimits limits = requireNonNull(thresholds.cells().get("short-conc2"));
        assertThat(limits.entries())
                .containsExactly(
                        new ThresholdEntry("a", new Min("min", 1), FILE, 3, "/short-conc2/a", null, null),
                        new ThresholdEntry("b", new Max("max", -1.5), FILE, 4, "/short-conc2/b", 20, null),
                        new ThresholdEntry("c", new Min("min_tok_s", 900), FILE, 5, "/short-conc2/c", null, false),
                        new ThresholdEntry(
                                "d_ms", new Max("max_ms", 500), FILE, 6, "/short-conc2/client.d_ms", null, null),
                        new ThresholdEntry("e", new Within(10, 5), FILE, 7, "/short-conc2/e", null, null),
                        new ThresholdEntry("f", new MinRatio(0.5, "a"), FILE, 8, "/short-conc2/f", null, null),
                        new ThresholdEntry("g", new Info(null), FILE, 9, "/short-conc2/g", null, null),
                        new ThresholdEntry("h", new Info(3.0), FILE, 10, "/short-conc2/h", null, null));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"kind": "min"}                          | short-conc2.m_ms.value is missing; write a finite number
            {"kind": "min", "value": 1e400}          | short-conc2.m_ms.value must be a number that is finite, got 1e400
            {"kind": "min", "value": "NaN"}          | short-conc2.m_ms.value must be a number that is finite, got "NaN"
            {"kind": "min", "value": null}           | short-conc2.m_ms.value is missing; write a finite number
            {"kind": "mim", "value": 1}              | short-conc2.m_ms.kind "mim" is unknown; did you mean min?
            {"value": 1}                             | short-conc2.m_ms.kind is missing; write one of min, max, min_tok_s
            {"kind": "min", "value": 1, "minn": 3}   | short-conc2.m_ms.minn is no known key; did you mean min_n?
            {"kind": "min", "value": 1, "min_n": 0}  | short-conc2.m_ms.min_n must be a whole number from 1
            {"kind": "min", "value": 1, "enforce": 2} | short-conc2.m_ms.enforce must be true or false, got 2
            {"kind": "within", "value": 1}           | short-conc2.m_ms.tolerance_pct is missing
            {"kind": "within", "value": 1, "tolerance_pct": -1} | short-conc2.m_ms.tolerance_pct must not be negative
            {"kind": "min_ratio", "value": 1}        | short-conc2.m_ms.reference is missing; name the metric to divide by
            {"kind": "max_regression", "pct": -5}    | short-conc2.m_ms.pct must not be negative
            500                                      | m_ms must be an object, got 500; write {"kind": "max_ms", "value": …}
            """)
    void badEntries(String entry, String problem) {
        folder.write(FILE, "{\"short-conc2\":\n {\"m_ms\": " + entry + "}}");

        assertThat(folder.problems())
                .singleElement()
                .asString()
                .contains(FILE + ":2 ")
                .contains(problem);
        ThresholdFile read = requireNonNull(folder.load().configs().getFirst().thresholds());
        assertThat(read.cells().get("short-conc2"))
                .isNotNull()
                .satisfies(limits -> assertThat(limits.entries())
                        .extracting(ThresholdEntry::metric)
                        .containsExactly("m_ms"));
    }

    @Test
    void twoNamesOfOneMetricAreAProblem() {
        folder.write(
                FILE,
                "{\"short-conc2\": {\"failed\": {\"kind\": \"max\", \"value\": 0},\n\"client.failed\": {\"kind\": \"max\", \"value\": 1}}}");

        assertThat(folder.problems())
                .singleElement()
                .asString()
                .contains("client.failed is another name of failed, which has a limit in line 1; remove one of them");
    }

    @Test
    void theOtherNameIsShownAsItIsWritten() {
        String limit = "{\"kind\": \"max_ms\", \"value\": 1}";
        folder.write(
                FILE,
                "{\"short-conc2\": {\"client.median_ttft_ms\": " + limit + ",\n\"median_ttft_ms\": " + limit + "}}");

        assertThat(folder.problems())
                .singleElement()
                .asString()
                .contains("median_ttft_ms is another name of client.median_ttft_ms, which has a limit in line 1");
    }

    @Test
    void keyOfACellThatIsNoObjectIsKept() {
        folder.write(FILE, "{\"short-conc2\": 5, \"short-conc4\": {}}");

        LoadedFiles files = folder.load();

        assertThat(files.problems()).hasSize(1);
        assertThat(requireNonNull(files.configs().getFirst().thresholds()).cells())
                .containsOnlyKeys("short-conc2", "short-conc4");
    }

    @Test
    void blockIsChosenByThresholdProfile() {
        folder.changed("\"framework\": \"atlas\"", "\"threshold_profile\": \"two\"")
                .write(FILE, "{\"profiles\": {\"one\": {}, \"two\": {\"short-conc2\": {}}}}");

        assertThat(thresholds().cells()).containsOnlyKeys("short-conc2");
    }

    @Test
    void missingBlockIsAProblemOnlyWhereItIsEnforced() {
        folder.changed("\"framework\": \"atlas\"", "\"threshold_profile\": \"three\"")
                .write(FILE, "{\"profiles\": {\"one\": {}, \"two\": {}}}");

        assertThat(folder.problems()).isEmpty();
        assertThat(folder.warnings()).singleElement().asString().contains("has no block for profile three");

        folder.knob("enforce", "true");

        assertThat(folder.problems())
                .containsExactly(FILE + ":1 /profiles: has no block for profile three; write it, or choose another with"
                        + " threshold_profile: one and two");
    }

    @Test
    void severalBlocksAndNoProfileAreAProblem() {
        folder.knob("enforce", "true").write(FILE, "{\"profiles\": {\"one\": {}, \"two\": {}}}");

        assertThat(folder.problems())
                .singleElement()
                .asString()
                .contains("has several profiles, and the config none; choose one with threshold_profile: one and two");
    }

    @Test
    void keyBesideProfilesIsAProblem() {
        folder.write(FILE, "{\"profiles\": {\"one\": {}},\n \"short-conc2\": {}}");

        assertThat(folder.problems())
                .containsExactly(FILE + ":2 /short-conc2: short-conc2 stands beside profiles; move it into a profile");
    }

    @Test
    void fileIsLookedForInFixedOrder() {
        folder.write("configs/only_threshold.json", "{}");
        assertThat(thresholds().file()).isEqualTo("configs/only_threshold.json");

        folder.write(FILE, "{}");
        assertThat(thresholds().file()).isEqualTo(FILE);

        folder.write("named.json", "{}").changed("\"framework\": \"atlas\"", "\"threshold_json\": \"../named.json\"");
        assertThat(thresholds().file()).isEqualTo("named.json");

        folder.write("knob.json", "{}").knob("thresholds", "./knob.json");
        assertThat(thresholds().file()).isEqualTo("./knob.json");
    }

    @Test
    void severalSiblingsAreAProblemThatListsThem() {
        folder.write("configs/x_threshold.json", "{}").write("configs/y_threshold.json", "{}");

        assertThat(folder.problems())
                .singleElement()
                .asString()
                .contains(
                        "several threshold files may be meant: configs/x_threshold.json and configs/y_threshold.json");
    }

    @Test
    void filesOfTheSameNameInTwoFoldersAreAProblemThatListsThem() {
        folder.write("thresholds/a_threshold.json", "{}")
                .write("configs/deep/a.json", ConfigFolder.WHOLE)
                .write("configs/thresholds/a_threshold.json", "{}")
                .knob("config", "configs/deep/a.json");

        assertThat(folder.problems())
                .singleElement()
                .asString()
                .contains("several threshold files may be meant: thresholds/a_threshold.json and"
                        + " configs/thresholds/a_threshold.json; name one with threshold_json");
    }

    @Test
    void noFileIsFineUnlessEnforced() {
        assertThat(folder.loadOne().thresholds()).isNull();
        assertThat(folder.knob("enforce", "true").problems())
                .singleElement()
                .asString()
                .contains("thresholds are enforced, but there is no threshold file");
    }

    @Test
    void missingFileOfAKnobIsAProblem() {
        folder.write("limits.json", "{}").knob("thresholds", "limit.json");

        assertThat(folder.problems()).containsExactly("limit.json: does not exist; did you mean limits.json?");
    }

    private ThresholdFile thresholds() {
        return requireNonNull(folder.loadOne().thresholds());
    }
}
