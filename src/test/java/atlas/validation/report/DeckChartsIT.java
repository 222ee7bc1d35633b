package atlas.validation.report;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Series;
import atlas.validation.testing.Browser;
import atlas.validation.testing.RecordFixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads off the charts what they draw, and what they say of it in words. */
@ExtendWith(Browser.Provided.class)
class DeckChartsIT {

    private static final String WORDS = "return [document.querySelector(arguments[0]).ariaLabel]";

    @TempDir
    private static Path folder;

    @Test
    void theTradeOffDrawsEveryMeasuredCellAndNamesItsParetoFront(Browser browser) {
        browser.window(1280, 900, false);
        browser.open(Decks.SIMULATED.in(folder), "#trade-off");
        browser.scrollThrough();

        assertThat(browser.texts(WORDS, "#trade-off .plot").getFirst())
                .contains("w1_1k_1k: 96 at 97.95 (w1_1k_1k-conc1), 600 at 76.53 (w1_1k_1k-conc8)");
        assertThat(browser.find("#trade-off .plot-note").getText())
                .as("the shape with the longer prompt is slower at every load")
                .contains("the Pareto front: w1_1k_1k-conc32, w1_1k_1k-conc8, w1_1k_1k-conc1.")
                .contains("Shaded: TPOT ≤ 25 ms (w1_1k_1k, w2_4k_256).");
    }

    @Test
    void whatIsBetterFollowsTheAxis(Browser browser) {
        browser.window(1280, 900, false);
        browser.open(Decks.SIMULATED.in(folder), "#trade-off?x=ttft&at=p99&y=request_throughput");
        browser.scrollThrough();

        assertThat(browser.find("#trade-off figure").getText())
                .contains("request_throughput, req/s, against p99 TTFT, ms", "Better is up and to the left.")
                .contains("Shaded: TTFT ≤ 300 ms");
    }

    @Test
    void goodputTellsItsKneeAsTheIntervalThatWasMeasured(Browser browser) throws IOException {
        browser.window(1280, 900, false);
        browser.open(
                deckWithGoodput(Map.of(
                        "w1_1k_1k-conc1",
                        0.1,
                        "w1_1k_1k-conc8",
                        0.6,
                        "w1_1k_1k-conc32",
                        0.3,
                        "w2_4k_256-conc1",
                        0.1,
                        "w2_4k_256-conc8",
                        0.2,
                        "w2_4k_256-conc32",
                        0.3)),
                "#load");
        browser.scrollThrough();

        assertThat(browser.find("#load").getText())
                .contains("w1_1k_1k: knee between 8 and 32.", "w2_4k_256: still rises at 32, the greatest load.");
    }

    @Test
    void theLanesAreTheRequestsOfRunJson(Browser browser) {
        browser.window(1280, 900, false);
        browser.open(Decks.SIMULATED.in(folder), "#requests?cell=w2_4k_256-conc8");
        browser.scrollThrough();
        browser.run("document.querySelector('#requests details').open = true");

        Series series = Objects.requireNonNull(RecordFixtures.simulatedPass().targets().getFirst().cells().stream()
                .filter(cell -> cell.id().equals("w2_4k_256-conc8"))
                .findFirst()
                .orElseThrow()
                .series());
        assertThat(browser.texts("""
                        return [...document.querySelectorAll('#requests details tbody tr')].map((row) =>
                          [row.cells[0], row.cells[4], row.cells[5], row.cells[7]].map((cell) => cell.textContent).join(' '));"""))
                .as("a request without a last token is the slowest of all")
                .containsExactly("1 – – http_error", "0 150 4,096 success");
        assertThat(series.lanes()).hasSize(2);
        assertThat(browser.texts(WORDS, "#requests .plot").getFirst()).contains("greatest gap 150 ms", "no token");
    }

    @Test
    void h6_aRateIsTakenFromTheRecordAndNeverFromAName(Browser browser) {
        browser.window(1280, 900, false);
        browser.open(Decks.NULLS.in(folder), "#gates?load=rate0.5");

        assertThat(browser.find("#gates").getText()).contains("short-rate0.5", "0.5 requests/s");
        assertThat(
                        browser.texts(
                                "return [...document.querySelectorAll('.full tbody tr')].map((row) => row.cells[0].textContent)"))
                .isEqualTo(List.of("short-rate0.5"));
    }

    @Test
    void twoDifferentClocksAreNeverMixed(Browser browser) {
        browser.window(1280, 900, false);
        browser.open(Decks.SIMULATED.in(folder), "#requests?clock=cell");
        browser.scrollThrough();

        assertThat(browser.find("#requests figure").getText()).contains("ms since the cell began");
    }

    @Test
    void seriesOfTheServerOrItsGpuAreDrawnWhereARecordHasThem(Browser browser) throws IOException {
        Path json = folder.resolve("power.json");
        Files.writeString(json, Decks.withWhatOthersWrite(Decks.SIMULATED.json(), "node-1"));
        Path deck = folder.resolve("power.html");
        Files.writeString(deck, RunDeck.of(json));
        browser.window(1280, 900, false);
        browser.open(deck, "#time");
        browser.scrollThrough();

        assertThat(browser.texts(WORDS, "#time .plot").getFirst()).contains("gpu power w: at most 312.5");
        assertThat(browser.find("#time").getText()).doesNotContain("No GPU or server series");
    }

    private static Path deckWithGoodput(Map<String, Double> goodput) throws IOException {
        JsonNode tree = RecordJson.tree(RecordJson.write(RecordFixtures.simulatedPass()));
        for (JsonNode cell : tree.at("/targets/0/cells")) {
            if (cell.path("metrics") instanceof ObjectNode metrics) {
                metrics.put("goodput", goodput.get(cell.path("id").asString()));
            }
        }
        Path json = folder.resolve("goodput.json");
        Files.writeString(json, RecordJson.compact(tree));
        Path deck = folder.resolve("goodput.html");
        Files.writeString(deck, RunDeck.of(json));
        return deck;
    }
}
