package atlas.validation.report;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.CellRecord;
import atlas.validation.record.RunRecord;
import atlas.validation.record.TargetRecord;
import atlas.validation.testing.Browser;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Renders every report from one record, reads the statuses out of each, and compares them with the record. */
@ExtendWith(Browser.Provided.class)
class StatusesAgreeIT {

    /** A comma between the fields of a CSV row, not one within quotes. */
    private static final String COMMA = ",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)";

    @TempDir
    private static Path folder;

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"HOSTILE", "LARGE", "ENDLESS_ERROR"})
    void everyReportShowsTheStatusesOfTheRecord(Decks deck, Browser browser) {
        RunRecord record = deck.record();
        List<String> cells = new ArrayList<>();
        for (TargetRecord target : record.targets()) {
            for (CellRecord cell : target.cells()) {
                cells.add(cell.id() + " " + cell.status().word());
            }
        }

        assertThat(ofJson(record)).as("run.json").isEqualTo(cells);
        assertThat(ofCsv(record)).as("results.csv").isEqualTo(cells);
        assertThat(ofSummary(record)).as("summary.md").isEqualTo(tabled(record));
        assertThat(ofConsole(record)).as("console").isEqualTo(tabled(record));
        browser.window(1280, 900, false);
        browser.open(deck.in(folder), "#figures");
        assertThat(browser.texts("""
                        return [...document.querySelectorAll('.full tbody tr')].map((row) =>
                          row.cells[0].textContent + ' ' + row.querySelector('.status').textContent);""")).as("the table of the deck").isEqualTo(cells);
        assertThat(browser.texts("""
                        return [...document.querySelectorAll('.matrix tbody tr:not(.checks)')].filter((row) => row.querySelector('.cell-name .mono')).flatMap((row) =>
                          [...row.querySelectorAll('td[data-tier] button .status')].map((status) => status.textContent.split(',')[0]));"""))
                .as("the gates of the deck")
                .isEqualTo(record.targets().stream()
                        .flatMap(target -> target.cells().stream())
                        .flatMap(cell -> cell.tiers().stream())
                        .map(tier -> tier.status().word())
                        .toList());
        assertThat(browser.find("h1").getText().toLowerCase(Locale.ROOT))
                .as("the verdict of the deck")
                .isEqualTo(record.status().word());
        assertThat(RunSummary.render(record))
                .startsWith("## Atlas Validation: " + record.status().word());
        assertThat(console(record)).contains("VERDICT: " + record.status().name());
        assertThat(RecordJson.tree(BenchmarkReport.render(record)).toString())
                .as("atlas-benchmark-report.json")
                .contains(record.status().word());
    }

    private static List<String> ofJson(RunRecord record) {
        List<String> cells = new ArrayList<>();
        for (JsonNode target : RecordJson.tree(RecordJson.write(record)).path("targets")) {
            for (JsonNode cell : target.path("cells")) {
                cells.add(cell.path("id").asString() + " " + cell.path("status").asString());
            }
        }
        return cells;
    }

    private static List<String> ofCsv(RunRecord record) {
        List<String[]> rows = ResultsCsv.render(record)
                .lines()
                .map(line -> line.split(COMMA, -1))
                .toList();
        List<String> head = List.of(rows.getFirst());
        return rows.stream()
                .skip(1)
                .map(row -> row[head.indexOf("cell")] + " " + row[head.indexOf("status")])
                .toList();
    }

    /** Returns the cells of servers that have a figure at all: the others are told in a sentence. */
    private static List<String> tabled(RunRecord record) {
        return record.targets().stream()
                .filter(ResultsTable::hasFigures)
                .flatMap(target -> target.cells().stream())
                .map(cell -> cell.id() + " " + cell.status().word())
                .toList();
    }

    private static List<String> ofSummary(RunRecord record) {
        Matcher row = Pattern.compile("(?m)^\\| `([^`]+)` \\|(?:[^|]*\\|){5} (\\w+)[^|]*\\|$")
                .matcher(RunSummary.render(record));
        return row.results().map(match -> match.group(1) + " " + match.group(2)).toList();
    }

    private static List<String> ofConsole(RunRecord record) {
        List<String> ids = record.targets().stream()
                .flatMap(target -> target.cells().stream())
                .map(CellRecord::id)
                .distinct()
                .toList();
        return console(record)
                .lines()
                .map(line -> line.replace(" *", "").strip().split("\\s+"))
                .filter(words -> words.length == 10 && ids.contains(words[0]))
                .map(words -> words[0] + " " + words[9])
                .toList();
    }

    private static String console(RunRecord record) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ConsoleReport console = new ConsoleReport(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        record.targets().forEach(console::resultsTable);
        console.runFinished(record, Path.of("run_deck.html"));
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
