package atlas.validation.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import atlas.validation.metric.MetricRegistry;
import atlas.validation.record.RunRecord;
import atlas.validation.testing.HostileRecord;
import atlas.validation.testing.LargeRecord;
import atlas.validation.testing.RecordFixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RunDeckIT {

    private static final Pattern SCRIPT = Pattern.compile("(?s)<script>(.*?)</script>");
    private static final Pattern ISLAND =
            Pattern.compile("(?s)<script type=\"application/json\" id=\"deck-data\">(.*?)</script>");

    /** What makes a browser fetch something from elsewhere. */
    private static final Pattern REMOTE = Pattern.compile(
            "(?i)(?:\\b(?:src|href|srcset|action|data)\\s*=\\s*[\"']?|url\\(\\s*[\"']?|@import\\s+[\"']?|\\bimport\\s*\\(?\\s*[\"'])(?:https?:)?//");

    @ParameterizedTest
    @MethodSource("atlas.validation.report.ConsoleReportTest#everyKindOfRun")
    void h1_everythingIsInThePageItself(RunRecord record) {
        String page = deck(record);

        assertThat(REMOTE.matcher(page).find()).isFalse();
        assertThat(page).doesNotContain("<link").doesNotContain("sourceMappingURL");
    }

    @ParameterizedTest
    @MethodSource("atlas.validation.report.ConsoleReportTest#everyKindOfRun")
    void thePolicyAllowsExactlyTheScriptsOfThePage(RunRecord record) {
        String page = deck(record);
        List<String> scripts =
                SCRIPT.matcher(page).results().map(script -> script.group(1)).toList();

        assertThat(scripts).hasSize(2);
        assertThat(page)
                .contains("content=\"default-src 'none'; script-src " + ContentPolicy.source(scripts.get(0)) + " "
                        + ContentPolicy.source(scripts.get(1))
                        + "; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'\"");
    }

    @Test
    void aHashIsTheOneThatBrowsersCompute() {
        // The example of the specification, section 2.3.1.
        assertThat(ContentPolicy.source("alert('Hello, world.');"))
                .isEqualTo("'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='");
    }

    @Test
    void h16_hostileTextStaysInsideTheIsland() {
        String page = deck(HostileRecord.record());
        String benign = deck(RecordFixtures.recordOnly());

        assertThat(page.replace(island(page), "")).isEqualToIgnoringWhitespace(benign.replace(island(benign), ""));
        assertThat(island(page)).doesNotContain("<", ">", "&", "\u2028", "\u2029");
        JsonNode data = JsonMapper.builder().build().readTree(island(page));
        assertThat(data.at("/record/run_id").asString()).isEqualTo(HostileRecord.TEXT);
    }

    @Test
    void theIslandHoldsTheRecordAsItIsInItsFile() {
        RunRecord record = RecordFixtures.twoServersFailing();
        JsonMapper mapper = JsonMapper.builder().build();

        JsonNode data = mapper.readTree(island(deck(record)));

        assertThat(data.at("/record")).isEqualTo(mapper.readTree(RecordJson.write(record)));
        assertThat(data.at("/reason").asString()).isEqualTo("2 of 86 enforced checks and 1 of 7 probes failed");
        assertThat(data.at("/findings")).hasSize(3);
        assertThat(data.at("/findings/0/status").asString()).isEqualTo("fail");
    }

    @Test
    void h13_everyMetricThatTheRecordNamesHasItsDefinition() {
        JsonNode data = JsonMapper.builder().build().readTree(island(deck(RecordFixtures.simulatedPass())));

        List<String> defined = data.at("/definitions")
                .valueStream()
                .map(definition -> definition.at("/name").asString())
                .toList();
        assertThat(defined)
                .doesNotHaveDuplicates()
                .containsAll(RecordFixtures.simulatedPass()
                        .targets()
                        .getFirst()
                        .cells()
                        .getFirst()
                        .metrics()
                        .keySet())
                .contains("cold_start_ms");
    }

    @Test
    void limitsThatNobodyJudgedAndPercentilesOfFewRequestsAreInTheIsland() {
        JsonNode data = JsonMapper.builder().build().readTree(island(deck(RecordFixtures.cancelled())));

        assertThat(data.at("/gap").asString())
                .isEqualTo("15 of 15 enforced limits hold, those of 2 cells without a result were not judged");
        assertThat(data.at("/definitions").valueStream())
                .filteredOn(definition -> definition.at("/name").asString().equals("p99_ttft_ms"))
                .extracting(definition -> definition.at("/samples_needed").asLong())
                .containsExactly(500L);
    }

    @Test
    void thePageScriptPutsTextInAsTextAlone() {
        assertThat(DeckResources.script())
                .doesNotContain(
                        "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function");
    }

    @Test
    void aDeckThatIsMadeAgainFromItsRunJsonIsTheSameByteForByte(@TempDir Path folder) throws IOException {
        RunRecord record = RecordFixtures.twoServersFailing();
        Path json = folder.resolve("run.json");
        Files.writeString(json, RecordJson.write(record));

        assertThat(RunDeck.of(json)).isEqualTo(deck(record)).isEqualTo(RunDeck.of(json));
    }

    @Test
    void fieldsThatThisVersionDoesNotKnowReachThePage(@TempDir Path folder) throws IOException {
        Path json = folder.resolve("run.json");
        Files.writeString(json, Decks.withWhatOthersWrite(RecordJson.write(RecordFixtures.recordOnly()), "H200"));

        JsonNode data = JsonMapper.builder().build().readTree(island(RunDeck.of(json)));

        assertThat(data.at("/record/targets/0/cells/0/series/gpu_power_w/0").asDouble())
                .isEqualTo(312.5);
        assertThat(data.at("/record/targets/0/capabilities/force_length").asString())
                .isEqualTo("H200");
    }

    @Test
    void h9_aRunJsonThatIsNoneIsRefusedByName(@TempDir Path folder) throws IOException {
        Path json = folder.resolve("run.json");
        assertThatThrownBy(() -> RunDeck.of(json))
                .isInstanceOf(RecordJsonException.class)
                .hasMessageContaining("run.json");
        Files.writeString(json, "{\"schema_version\": 1, \"targets\": NaN}");
        assertThatThrownBy(() -> RunDeck.of(json)).isInstanceOf(RecordJsonException.class);
    }

    @Test
    void twoHundredCellsMakeAPageOfEightMegabytes() {
        String page = deck(LargeRecord.record());

        assertThat(page.getBytes(UTF_8).length).isLessThanOrEqualTo(8_000_000);
        JsonNode data = JsonMapper.builder().build().readTree(island(page));
        assertThat(data.at("/record/targets/0/cells")).hasSize(200);
        assertThat(data.at("/reduction/note").asString()).contains("slowest requests");
    }

    private static String deck(RunRecord record) {
        return RunDeck.render(record, MetricRegistry.standard());
    }

    private static String island(String page) {
        Matcher island = ISLAND.matcher(page);
        assertThat(island.find()).isTrue();
        return island.group(1);
    }
}
