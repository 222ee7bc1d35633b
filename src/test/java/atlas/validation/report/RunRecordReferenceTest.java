package atlas.validation.report;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.RequestRecord;
import atlas.validation.record.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/reference/run-record.md} and the record types together; {@code -Dupdate.docs=true} rewrites it. */
class RunRecordReferenceTest {

    private static final Path FILE = Path.of("docs", "reference", "run-record.md");

    private static final String INTRODUCTION = """
            # The run record

            Every run leaves a folder, `target/atlas-runs/<run id>/`, and `target/atlas-runs/latest` leads to the newest.
            `run.json` in it is the one source of every report; `requests.jsonl` has one line per attempted request,
            warm-up and failed ones included, appended as each ends. Read these two files rather than a report: fields are
            added over time, and none is renamed or retyped within a `schema_version`.

            Numbers are finite or `null`; `null` means *not measured*, never zero. Times have microsecond precision.
            Names of enumerations are lower-case words.

            `run.json` is written while the run goes on, after every stage, probe and cell, and each time whole. A run that
            was killed leaves the last of these: its `finished_at` is `null`, its `status` is `error`, its `status_reason`
            says that the run has not ended, and its `exit_code` is 1. The last line of its `requests.jsonl` may be cut.

            | File | What it is |
            | --- | --- |
            | `run.json` | the run record, described below |
            | `requests.jsonl` | one request per line, described below |
            | `run_deck.html` | the run as one page for a browser |
            | `summary.md` | one screen for a pull request or a job |
            | `results.csv` | one row per cell |
            | `evaluation.md` | the evaluation checklist and its results |
            | `atlas-benchmark-report.json` | the first server in the shape of a plain benchmark script's report; `-Dreport.path=FILE` writes it there too |
            | `inputs/` | the config, threshold and cluster files as they were read |
            | `logs/<config>/server.log` | the server's output, each line with its time |
            | `logs/<config>/<cell>/client.log` | one line per request that failed or was odd |
            | `logs/<config>/<cell>/failed-<index>.txt` | the first 16 KiB of the answer to a request that failed, for the first 20 of a cell and the first of each cause; `failed-warmup-<index>.txt` in its warm-up |
            | `logs/<config>/<cell>/failed-<index>-end.txt` | its last 4 KiB, where it was longer than that |
            | `logs/<config>/<request>/` | the same for a failed request that belongs to no cell: `first_request`, `second_request`, `liveness` |

            This page is made from the source of the suite.
            """;

    @Test
    void thePageIsFresh() throws IOException {
        String page = page();
        if (Boolean.getBoolean("update.docs")) {
            Files.createDirectories(FILE.getParent());
            Files.writeString(FILE, page);
        }

        assertThat(FILE)
                .as("stale: run mvn test -Dtest=RunRecordReferenceTest -Dupdate.docs=true")
                .content()
                .isEqualTo(page);
    }

    @Test
    void everyTypeHasAHeadingOfItsOwn() {
        Set<Class<?>> types = RecordFields.reachableFrom(RunRecord.class);
        types.addAll(RecordFields.reachableFrom(RequestRecord.class));

        assertThat(types.stream().map(RecordFields::heading)).doesNotHaveDuplicates();
    }

    private static String page() throws IOException {
        StringBuilder page = new StringBuilder(INTRODUCTION);
        page.append("\n## run.json\n");
        Set<Class<?>> ofTheRun = RecordFields.reachableFrom(RunRecord.class);
        tables(page, RunRecord.class, ofTheRun);
        page.append("\n## requests.jsonl\n\n")
                .append("`…_at_ms` count from the start of the cell's clock, every other time from `sent_at_ms`.\n");
        Set<Class<?>> onlyOfRequests = RecordFields.reachableFrom(RequestRecord.class);
        onlyOfRequests.removeAll(ofTheRun);
        tables(page, RequestRecord.class, onlyOfRequests);
        return page.toString();
    }

    private static void tables(StringBuilder page, Class<?> root, Set<Class<?>> types) throws IOException {
        for (Class<?> type : types) {
            if (type != root) {
                page.append("\n### ").append(RecordFields.heading(type)).append('\n');
            }
            table(page, type);
        }
    }

    private static void table(StringBuilder page, Class<?> type) throws IOException {
        page.append("\n| Field | Type | Unit | Meaning |\n| --- | --- | --- | --- |\n");
        for (RecordFields.Field field : RecordFields.of(type)) {
            page.append("| `%s` | %s | %s | %s |%n"
                    .formatted(field.name(), field.type(), field.unit(), field.meaning())
                    .replace("\r", ""));
        }
    }
}
