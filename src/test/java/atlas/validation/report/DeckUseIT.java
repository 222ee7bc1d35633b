package atlas.validation.report;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.CellRecord;
import atlas.validation.record.RunRecord;
import atlas.validation.testing.Browser;
import atlas.validation.testing.RecordFixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openqa.selenium.Keys;

/** Uses the page as a reader does: filters, links, sorts, copies, opens checks, compares. */
@ExtendWith(Browser.Provided.class)
class DeckUseIT {

    private static final String TABLE_CELLS =
            "return [...document.querySelectorAll('.full tbody tr')].map((row) => row.cells[0].textContent)";
    private static final String MATRIX_CELLS =
            "return [...document.querySelectorAll('.matrix tbody tr:not(.checks):not([hidden]) .cell-name .mono')].map((name) => name.textContent)";
    private static final String CATCH_COPIES =
            "Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } } })";

    @TempDir
    private static Path folder;

    /** The expression replaces the one that the run was narrowed with, and stands in quotes for a shell. */
    @Test
    void theCellsInTroubleHaveACommandOfTheirOwn(Browser browser) {
        browser.window(1280, 900, false);
        browser.open(Decks.TWO_SERVERS.in(folder), "");
        assertThat(commands(browser)).hasSize(2);
        assertThat(commands(browser).getLast())
                .startsWith(commands(browser).getFirst().split(" -Dgroups=", -1)[0])
                .contains(" -Dgroups='(l40s_atlas_qwen3.5-35b-a3b_nvfp4_single & w1_1k_1k-conc32)'");

        browser.open(Decks.SIMULATED.in(folder), "");
        assertThat(commands(browser)).hasSize(1);
    }

    private static List<String> commands(Browser browser) {
        List<String> commands = new ArrayList<>();
        for (Object command : (List<?>)
                browser.run("return [...document.querySelectorAll('.repeat code')].map((code) => code.textContent)")) {
            commands.add(String.valueOf(command));
        }
        return commands;
    }

    @ParameterizedTest
    @EnumSource(names = {"SIMULATED", "TWO_SERVERS", "ALL_FAILED", "NULLS", "LARGE"})
    void everyValueOfThePageIsThatOfRunJson(Decks deck, Browser browser) {
        browser.window(1280, 900, false);
        browser.open(deck.in(folder), "#figures?columns=all");
        browser.run(CATCH_COPIES);
        browser.run(
                "[...document.querySelectorAll('#figures .copy')].find((button) => /CSV/.test(button.textContent)).click()");

        List<String[]> rows = String.valueOf(browser.run("return window.copied"))
                .lines()
                .map(line -> line.split(",", -1))
                .toList();
        List<String> head = Arrays.asList(rows.getFirst());
        List<CellRecord> cells = deck.record().targets().stream()
                .flatMap(target -> target.cells().stream())
                .toList();
        assertThat(rows).hasSize(cells.size() + 1);
        for (int i = 0; i < cells.size(); i++) {
            CellRecord cell = cells.get(i);
            String[] row = rows.get(i + 1);
            assertThat(row[0]).isEqualTo(cell.id());
            assertThat(row[head.indexOf("verdict")]).isEqualTo(cell.status().word());
            assertThat(row[head.indexOf("failed")])
                    .isEqualTo(String.valueOf(cell.counts().failed()));
            cell.metrics().forEach((name, value) -> {
                String shown = row[head.lastIndexOf(name)];
                if (value == null) {
                    assertThat(shown).as("%s of %s", name, cell.id()).isEmpty();
                } else {
                    assertThat(Double.parseDouble(shown))
                            .as("%s of %s", name, cell.id())
                            .isEqualTo(value);
                }
            });
        }
    }

    @Test
    @DisplayName("Where a figure is the mean of repeats, the page says so, and shows each of them with its check")
    void repeatsAreVisible(Browser browser) {
        browser.window(1280, 900, false);
        browser.open(Decks.REPEATED.in(folder), "");
        browser.run("document.querySelector('#cell-0-1 button').click()");
        browser.settle();

        assertThat(
                        browser.texts(
                                "return [...document.querySelectorAll('#cell-0-1 .cell-name .small')].map((shape) => shape.textContent)"))
                .anySatisfy(shape -> assertThat(shape).endsWith(", 4 repeats"));
        assertThat(
                        browser.texts(
                                "return [...document.querySelectorAll('#cell-0-1-checks .repeat-points .small')].map((words) => words.textContent)"))
                .isNotEmpty()
                .allSatisfy(words -> assertThat(words)
                        .startsWith("4 repeats: ")
                        .contains("; sd ")
                        .contains(" (2.2 %); the mean is known to lie from "));
        assertThat(
                        browser.run(
                                "return document.querySelector('#cell-0-1-checks .repeat-points').querySelectorAll('circle').length"))
                .isEqualTo(4L);
        assertThat(browser.texts(
                        "return [...document.querySelectorAll('#run-card dd')].map((fact) => fact.textContent)"))
                .contains("4 sweeps of 3 to 10 over all cells; more repeats could decide none of the 21 checks");
        browser.scrollThrough();
        assertThat(browser.texts("return [...document.querySelectorAll('#time h3')].map((title) => title.textContent)"))
                .anySatisfy(title -> assertThat(title).contains(", repeat 1 of "));
        assertThat(browser.texts(
                        "return [...document.querySelectorAll('.full tbody td')].map((cell) => cell.textContent)"))
                .anySatisfy(figure -> assertThat(figure).contains(" ± "));
    }

    @Test
    void h13_aFigureThatWasNotMeasuredIsADashAndNeverAZero(Browser browser) {
        browser.window(1280, 900, false);
        browser.open(Decks.ALL_FAILED.in(folder), "#figures?columns=ttft");

        assertThat(
                        browser.texts(
                                "return [...document.querySelectorAll('.full tbody tr')].flatMap((row) => [...row.cells].slice(5).map((cell) => cell.textContent))"))
                .isNotEmpty()
                .allMatch("–"::equals);
    }

    @Test
    void filtersHoldInTheAddressSoThatALinkShowsTheSameView(Browser browser) {
        Path deck = Decks.TWO_SERVERS.in(folder);
        browser.window(1280, 900, false);
        browser.open(deck, "");
        assertThat(browser.texts(TABLE_CELLS)).hasSize(12);
        browser.find(".filter-button").click();
        browser.find("#choose-status").sendKeys("fail");
        browser.settle();

        assertThat(browser.texts(TABLE_CELLS)).containsExactly("w1_1k_1k-conc32");
        assertThat(browser.texts(MATRIX_CELLS)).containsExactly("w1_1k_1k-conc32");
        assertThat(browser.find(".filter-button").getText()).contains("1 of 12 cells");
        String address = browser.address();
        assertThat(address).endsWith("?status=fail");

        browser.open(deck, address.substring(address.indexOf('#')));
        browser.settle();
        assertThat(browser.texts(MATRIX_CELLS)).containsExactly("w1_1k_1k-conc32");
        assertThat(browser.run("return document.querySelector('#choose-status').value"))
                .isEqualTo("fail");

        browser.find("#figures .full tbody a").click();
        assertThat(browser.address()).endsWith("#cell-0-2?status=fail");
        browser.goBack();
        assertThat(browser.address()).endsWith("#?status=fail");
        browser.find(".clear").click();
        assertThat(browser.texts(MATRIX_CELLS)).hasSize(12);
    }

    @Test
    void everyFilterNarrowsAndTextIsSearchedInNamesMetricsAndMessages(Browser browser) {
        browser.window(1280, 900, false);
        Path deck = Decks.TWO_SERVERS.in(folder);
        browser.open(deck, "#gates?shape=w2_4k_256&load=conc8&server=l40s_vllm_qwen3.5-35b-a3b_fp8_single");
        assertThat(browser.texts(TABLE_CELLS)).containsExactly("w2_4k_256-conc8");
        browser.open(deck, "#gates?tier=ttft&text=median_ttft");
        assertThat(browser.texts(MATRIX_CELLS))
                .as("a check of the metric that does not pass")
                .hasSize(1);
        assertThat(
                        browser.texts(
                                "return [...document.querySelectorAll('.matrix thead th[data-tier]:not([hidden])')].map((head) => head.textContent)"))
                .containsOnly("ttft");
        browser.open(deck, "#gates?text=nothing+is+called+this");
        assertThat(browser.texts(TABLE_CELLS)).isEmpty();
        assertThat(browser.find("#gates").getText()).contains("No cell matches the filters.");
        browser.open(deck, "#gates?status=%E0%A4%A&shape=unknown&nonsense=1");
        assertThat(browser.console())
                .as("an address that nobody made does no harm")
                .isEmpty();
    }

    @Test
    void twoHundredCellsAreFiltered(Browser browser) {
        browser.window(1280, 900, false);
        browser.open(Decks.LARGE.in(folder), "");
        browser.find(".filter-button").click();
        browser.find("#choose-text").sendKeys("shape_7-conc");
        browser.run("return new Promise((done) => setTimeout(done, 300))");
        assertThat(browser.texts(TABLE_CELLS)).hasSize(10).allMatch(id -> id.startsWith("shape_7-conc"));
        assertThat(browser.find("footer").getText())
                .contains("This run is too large to be drawn whole", "slowest requests");
    }

    @Test
    void sortingByAHeadPutsTheUnmeasuredLastEitherWay(Browser browser) {
        browser.window(1280, 900, false);
        browser.open(Decks.CANCELLED.in(folder), "#figures");
        List<String> byThroughput = RecordFixtures.cancelled().targets().getFirst().cells().stream()
                .filter(cell -> cell.metrics().get("output_throughput") != null)
                .sorted(Comparator.comparing(
                        cell -> Objects.requireNonNull(cell.metrics().get("output_throughput"))))
                .map(CellRecord::id)
                .toList();
        String head = "[data-column=output_throughput]";

        browser.find(head).click();
        assertThat(browser.texts(TABLE_CELLS)).hasSize(4).startsWith(byThroughput.toArray(String[]::new));
        assertThat(browser.run("return document.querySelector('" + head + "').closest('th').ariaSort"))
                .isEqualTo("ascending");
        browser.find(head).click();
        assertThat(browser.texts(TABLE_CELLS)).hasSize(4).startsWith(reversed(byThroughput));
        assertThat(browser.address()).endsWith("#figures?sort=-output_throughput");
    }

    @Test
    void aStatusOpensItsChecksByKeyboardAlone(Browser browser) {
        browser.window(1280, 900, false);
        browser.open(Decks.TWO_SERVERS.in(folder), "");
        browser.run("document.querySelector('.matrix button.is-fail').focus()");
        browser.find(".matrix button.is-fail").sendKeys(Keys.ENTER);

        assertThat(browser.find("tr.checks:not([hidden])").getText())
                .contains("output_throughput", "≥ 1,366 tok/s", "thresholds/l40s_atlas_threshold.json:38");
        assertThat(browser.run("return document.querySelector('.matrix button.is-fail').ariaExpanded"))
                .isEqualTo("true");
        assertThat(
                        browser.run(
                                "return [...document.querySelectorAll('#deck [onclick], #deck [tabindex]:not([tabindex=\"0\"])')].length"))
                .isEqualTo(0L);
    }

    @Test
    void serversThatWereMeasuredOnceAreComparedWithCaution(Browser browser) throws IOException {
        browser.window(1280, 900, false);
        browser.open(Decks.TWO_SERVERS.in(folder), "#comparison");

        assertThat(browser.find("#comparison").getText())
                .contains("worse")
                .contains("any difference above 2 %, and may be chance");
    }

    @Test
    void anotherRunIsLoadedAndComparedByEachFiguresOwnDirection(Browser browser) throws IOException {
        RunRecord slower = RecordFixtures.twoServersFailing();
        Path other = folder.resolve("before.json");
        Files.writeString(
                other, RecordJson.write(slower).replace("l40s_atlas_qwen3.5-35b-a3b_nvfp4_single", "any_sim_default"));
        browser.window(1280, 900, false);
        browser.open(Decks.SIMULATED.in(folder), "#comparison?load=conc8");
        browser.find("#other-run").sendKeys(other.toString());
        waitFor(browser, "return document.querySelector('.change-tally') !== null");

        assertThat(browser.find("#comparison").getText())
                .contains("before.json is loaded", "simulated: true here, false there", "0 figures worse")
                .contains("three times or more in both runs")
                .contains("may be chance");
        assertThat(browser.texts(changes("figures that are better")))
                .contains(
                        "w1_1k_1k-conc8 output_throughput ▲ +11.1 % better",
                        "w1_1k_1k-conc8 median_ttft_ms ▼ −10.0 % better");
        browser.find("#choose-beyond").sendKeys("20");
        browser.settle();
        assertThat(browser.texts(changes("figures that are better")))
                .as("a change within the threshold is none")
                .isEmpty();
        assertThat(browser.requests())
                .as("a file that was loaded goes nowhere")
                .noneMatch(url -> url.startsWith("http"));
    }

    @Test
    void aFileThatIsNoRecordIsRefusedWithTheReason(Browser browser) throws IOException {
        Path other = folder.resolve("package.json");
        Files.writeString(other, "{\"name\":\"<img src=x onerror=alert(1)>\"}");
        browser.window(390, 900, false);
        browser.open(Decks.SIMULATED.in(folder), "#comparison");
        browser.find("#other-run").sendKeys(other.toString());
        waitFor(browser, "return /cannot be compared/.test(document.querySelector('#other-run-note').textContent)");

        assertThat(browser.find("#other-run-note").getText())
                .isEqualTo("package.json cannot be compared: it is no run.json: it has no list \"targets\"");
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void theTableIsCopiedAsMarkdownAsItIsShown(Browser browser) {
        browser.window(1280, 900, false);
        browser.open(Decks.SIMULATED.in(folder), "#figures?shape=w1_1k_1k&sort=-output_throughput");
        browser.run(CATCH_COPIES);
        browser.run(
                "[...document.querySelectorAll('#figures .copy')].find((button) => /Markdown/.test(button.textContent)).click()");

        List<String> lines =
                String.valueOf(browser.run("return window.copied")).lines().toList();
        assertThat(lines).hasSize(5);
        assertThat(lines.get(0)).startsWith("| cell | verdict | succeeded | failed | output\\_throughput (tok/s) |");
        assertThat(lines.get(2)).startsWith("| w1\\_1k\\_1k-conc32 | pass | 128 | 0 | 1,371.4 |");
    }

    private static String changes(String label) {
        return """
                return [...document.querySelectorAll('[aria-label="%s"] tbody tr')].map((row) =>
                  [row.cells[0], row.cells[1], row.cells[4]].map((cell) => cell.textContent).join(' '));""".formatted(label);
    }

    /** Waits, frame by frame, until a script returns true. */
    private static void waitFor(Browser browser, String script) {
        for (int i = 0; i < 500 && !Boolean.TRUE.equals(browser.run(script)); i++) {
            browser.settle();
        }
        assertThat(browser.run(script)).as(script).isEqualTo(true);
    }

    private static String[] reversed(List<String> ids) {
        List<String> reversed = new ArrayList<>(ids.reversed());
        return reversed.toArray(String[]::new);
    }
}
