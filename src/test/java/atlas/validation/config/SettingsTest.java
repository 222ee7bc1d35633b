package atlas.validation.config;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Problem;
import atlas.validation.record.Setting;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

    @Test
    void nothingGivenMeansTheQuickstart() {
        Settings settings = read(Map.of(), Map.of()).settings();

        assertThat(settings.configs()).containsExactly("configs/simulated_quickstart.json");
        assertThat(settings.runsDir()).isEqualTo(Path.of("target", "atlas-runs"));
        assertThat(settings.enforce()).isEmpty();
        assertThat(settings.given()).isEmpty();
    }

    @Test
    void addressAloneMeansTheConfigForAnyServer() {
        SettingsReading reading = read(Map.of("base.url", "http://h:8888/v1"), Map.of());

        assertThat(reading.problems()).isEmpty();
        assertThat(reading.settings().configs()).containsExactly("configs/any_openai_endpoint.json");
        assertThat(reading.settings().baseUrl()).contains(URI.create("http://h:8888/v1"));
    }

    @Test
    void addressMayComeFromTheEnvironment() {
        Settings settings =
                read(Map.of(), Map.of("ATLAS_BENCH_URL", "https://h")).settings();

        assertThat(settings.baseUrl()).contains(URI.create("https://h"));
        assertThat(settings.configs()).containsExactly("configs/any_openai_endpoint.json");
        assertThat(settings.given()).containsEntry("base.url", new Setting("https://h", "env ATLAS_BENCH_URL"));
    }

    @Test
    void knobWinsOverTheEnvironment() {
        Settings settings = read(Map.of("base.url", "http://a"), Map.of("ATLAS_BENCH_URL", "http://b"))
                .settings();

        assertThat(settings.baseUrl()).contains(URI.create("http://a"));
        assertThat(settings.given()).containsEntry("base.url", new Setting("http://a", "-Dbase.url"));
    }

    @Test
    void everyKnobIsRead() {
        Settings settings = read(
                        Map.ofEntries(
                                Map.entry("config", "a.json, b*.json,{c,d}.json"),
                                Map.entry("cluster", "c.json"),
                                Map.entry("config.profile", "perf"),
                                Map.entry("thresholds", "t.json"),
                                Map.entry("enforce", "true"),
                                Map.entry("runs.dir", "/runs"),
                                Map.entry("model", "m"),
                                Map.entry("api.key.env", "KEY"),
                                Map.entry("inconclusive", "warn"),
                                Map.entry("groups", "conc2 & ttft"),
                                Map.entry("excludedGroups", "conc4")),
                        Map.of("KEY", "secret"))
                .settings();

        assertThat(settings.configs()).containsExactly("a.json", "b*.json", "{c,d}.json");
        assertThat(settings.cluster()).contains("c.json");
        assertThat(settings.profile()).contains("perf");
        assertThat(settings.thresholds()).contains("t.json");
        assertThat(settings.enforce()).contains(true);
        assertThat(settings.runsDir()).isEqualTo(Path.of("/runs"));
        assertThat(settings.model()).contains("m");
        assertThat(settings.apiKeyEnv()).contains("KEY");
        assertThat(settings.inconclusive()).contains(Inconclusive.WARN);
        assertThat(settings.groups()).contains("conc2 & ttft");
        assertThat(settings.excludedGroups()).contains("conc4");
        assertThat(settings.given()).hasSize(11).containsEntry("api.key.env", new Setting("KEY", "-Dapi.key.env"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            enforce      | maybe               | -Denforce=maybe is unknown; known are true and false
            inconclusive | wran                | -Dinconclusive=wran is unknown; did you mean warn? known are fail, warn and pass
            config       | ` `                 | -Dconfig is empty; give it a value, or leave it out
            config       | ,                   | -Dconfig names no file; name a config
            base.url     | gpu7:8888           | -Dbase.url gpu7:8888 has no scheme; write http://gpu7:8888
            base.url     | gpu7                | -Dbase.url gpu7 has no scheme; write http://gpu7
            base.url     | ftp://gpu7          | -Dbase.url has scheme ftp; write it as http://host:port or https://host:port
            base.url     | http://             | -Dbase.url http:// is no URL; write it as http://host:port
            base.url     | http:///v1          | -Dbase.url http:///v1 has no valid host and port
            base.url     | http://h:99999      | -Dbase.url http://h:99999 has no valid host and port
            base.url     | http://vllm_server:8000 | -Dbase.url http://vllm_server:8000 has the host vllm_server, and names of hosts have no underscore; write the server's IP address
            base.url     | http://gpu_7/v1     | -Dbase.url http://gpu_7/v1 has the host gpu_7, and names
            base.url     | http://u:pw@gpu_7   | -Dbase.url holds a user or password
            base.url     | http://h h          | -Dbase.url http://h h is no URL
            base.url     | http://h?x=1        | -Dbase.url http://h?x=1 has a query or fragment
            base.url     | http://u:pw@h       | -Dbase.url holds a user or password
            api.key.env  | UNSET               | the environment variable that -Dapi.key.env names is not set: UNSET
            api.key.env  | sk-pw               | -Dapi.key.env must be the name of an environment variable, not the key itself
            api.key.env  | pw123               | the environment variable that -Dapi.key.env names is not set: ***
            compare.url  | http://h            | -Dcompare.url names a second server, and nothing names the first; give -Dbase.url
            plan.only    | maybe               | -Dplan.only=maybe is unknown
            calibrate    | 2                   | -Dcalibrate=2 is no number of runs from 3 to 1000; write such as -Dcalibrate=5
            calibrate    | 1001                | -Dcalibrate=1001 is no number of runs
            calibrate    | five                | -Dcalibrate=five is no number of runs
            """)
    void badValues(String knob, String value, String problem) {
        SettingsReading reading = read(Map.of(knob, value), Map.of());

        assertThat(reading.problems())
                .extracting(Problem::sentence)
                .singleElement()
                .asString()
                .startsWith(problem);
        assertThat(reading.toString())
                .doesNotContain("pw@")
                .doesNotContain("pw123")
                .doesNotContain("sk-pw");
    }

    @Test
    void theServerThatIsComparedIsAnother() {
        assertThat(read(Map.of("base.url", "http://a", "compare.url", "http://b"), Map.of())
                        .settings()
                        .compareUrl())
                .contains(URI.create("http://b"));
        assertThat(read(Map.of("base.url", "http://a", "compare.url", "http://a"), Map.of())
                        .problems())
                .extracting(Problem::sentence)
                .containsExactly(
                        "-Dcompare.url and -Dbase.url name the same server, http://a; name another one, or none");
        assertThat(read(Map.of("base.url", "http://a", "compare.url", "http://u:pw@b"), Map.of())
                        .toString())
                .contains("-Dcompare.url holds a user or password")
                .doesNotContain("pw@");
    }

    @Test
    @DisplayName("A calibration enforces nothing, and says that it is the reason")
    void aCalibrationEnforcesNothing() {
        SettingsReading reading = read(Map.of("calibrate", "5"), Map.of());

        assertThat(reading.problems()).isEmpty();
        assertThat(reading.settings().calibrate()).contains(5);
        assertThat(reading.settings().enforce()).contains(false);
        assertThat(reading.settings().given()).containsEntry("enforce", new Setting("false", "-Dcalibrate"));
    }

    @Test
    void aCalibrationCannotEnforce() {
        SettingsReading reading = read(Map.of("calibrate", "5", "enforce", "true"), Map.of());

        assertThat(reading.problems())
                .extracting(Problem::sentence)
                .singleElement()
                .asString()
                .endsWith("; leave one of the two out");
    }

    @ParameterizedTest
    @ValueSource(strings = {"groups", "excludedGroups"})
    void emptyExpressionFiltersNothing(String knob) {
        SettingsReading reading = read(Map.of(knob, ""), Map.of());

        assertThat(reading.problems()).isEmpty();
        assertThat(reading.settings().groups()).isEqualTo(Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({"~/reports/r.json, /home/u/reports/r.json", "out/r.json, out/r.json", "~x/r.json, ~x/r.json"})
    void aReportPathMayBeginAtHome(String given, Path path) {
        SettingsReading reading = read(Map.of("report.path", given, "user.home", "/home/u"), Map.of());

        assertThat(reading.settings().reportPath()).contains(path);
        assertThat(reading.problems()).isEmpty();
    }

    @Test
    void everyBadKnobIsTold() {
        List<Problem> problems = read(
                        Map.of(
                                "enforce",
                                "1",
                                "inconclusive",
                                "no",
                                "base.url",
                                "h",
                                "plan.only",
                                "maybe",
                                "model",
                                " "),
                        Map.of())
                .problems();

        assertThat(problems).hasSize(5);
    }

    private static SettingsReading read(Map<String, String> properties, Map<String, String> environment) {
        return Settings.read(properties::get, environment::get);
    }
}
