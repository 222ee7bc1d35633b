package atlas.validation.report;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Problem;
import atlas.validation.record.RunRecord;
import atlas.validation.testing.HostileRecord;
import atlas.validation.testing.RecordFixtures;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunSummaryTest {

    @Test
    void beginsWithTheVerdictAndItsReason() {
        assertThat(RunSummary.render(RecordFixtures.twoServersFailing()))
                .startsWith("## Atlas Validation: fail\n\n2 of 86 enforced checks and 1 of 7 probes failed\n")
                .contains("output_throughput 1234.286 tok/s is below 1366.0 tok/s (-9.6 %)")
                .contains("thresholds/l40s_atlas_threshold.json:38")
                .contains("| `w1_1k_1k-conc32` | 220.0 | ~354.2 | 25.93 | 1234.3 | 128/128 | fail |")
                .doesNotContain("SIMULATED");
    }

    @Test
    void saysThatFiguresAreSimulated() {
        assertThat(RunSummary.render(RecordFixtures.simulatedPass())).contains("> **SIMULATED: ");
    }

    @Test
    void i16_aRecordedMissDoesNotLookLikeAPass() {
        assertThat(RunSummary.render(RecordFixtures.recordOnly()))
                .contains("Misses a limit that is not enforced (1)")
                .contains("| record, misses a limit |");
    }

    @Test
    void showsADashForWhatWasNotMeasured() {
        assertThat(RunSummary.render(RecordFixtures.allFailed()))
                .contains("| `w1_1k_1k-conc1` | - | - | - | - | 0/32 | error |");
    }

    @Test
    void tellsWarningsMarksAndWhatWasNotJudged() {
        assertThat(RunSummary.render(RecordFixtures.recordOnly()))
                .contains("Warnings, told in the deck: length_not_forced (w1_1k_1k-conc16)\n")
                .contains("\n" + Markdown.escaped(SampleNeed.FOOTNOTE) + "\n");
        assertThat(RunSummary.render(RecordFixtures.cancelled()))
                .contains("\n15 of 15 enforced limits hold, those of 2 cells without a result were not judged\n");
    }

    @Test
    void severalServersStandInOneTableToPaste() {
        assertThat(RunSummary.render(RecordFixtures.twoServersFailing()))
                .contains("### Side by side: output tok/s of `w1_1k_1k` by users\n")
                .containsPattern("\\| Model \\| Server \\| Cold start \\(s\\) \\| TTFT p50 \\(ms\\) \\| 1 user \\|");
        assertThat(RunSummary.render(RecordFixtures.recordOnly())).doesNotContain("Side by side");
    }

    @Test
    void comparesSeveralServers() {
        assertThat(RunSummary.render(RecordFixtures.twoServersFailing()))
                .contains("### l40s_atlas_qwen3.5-35b-a3b_nvfp4_single against l40s_vllm_qwen3.5-35b-a3b_fp8_single\n")
                .contains("| cell | tok/s | TTFT p50 | TPOT p50 |\n|---|--:|--:|--:|\n")
                .contains("| `w1_1k_1k-conc32` | 0.900x worse | 1.11x worse | 1.11x worse |\n")
                .containsPattern("\nNote: noise is unknown where .* may be chance");
    }

    @Test
    void hasNoTableWhereNothingWasMeasured() {
        assertThat(RunSummary.render(RecordFixtures.cancelledBeforeItsCells()))
                .contains("None of 2 cells was measured.")
                .doesNotContain("| cell |");
    }

    @Test
    void hostileTextIsNeverReadAsHtmlOrMarkdown() {
        assertThat(RunSummary.render(HostileRecord.record()).lines())
                .noneSatisfy(line -> assertThat(line.replaceAll("`[^`]*`", "")).contains("<"))
                .noneSatisfy(line -> assertThat(line).startsWith("# "));
    }

    @Test
    void fitsOnAScreenHoweverMuchIsWrong() {
        RunRecord run = RecordFixtures.problemsOnly();
        List<Problem> problems = Collections.nCopies(100, run.problems().getFirst());
        RunRecord many = new RunRecord(
                run.schemaVersion(),
                run.runId(),
                run.status(),
                run.statusReason(),
                run.exitCode(),
                run.startedAt(),
                run.finishedAt(),
                run.suite(),
                run.settings(),
                run.selection(),
                run.client(),
                problems,
                List.of(),
                null,
                null);

        assertThat(RunSummary.render(many).lines()).hasSizeLessThan(24).contains("- … and 88 more in the deck");
    }

    @Test
    void anErrorWithoutEndLeavesTheSummaryOneScreen() {
        String summary = RunSummary.render(RecordFixtures.failedWithMessage("x".repeat(10_000_000) + " the end"));

        assertThat(summary).hasSizeLessThan(6_000).contains("the end");
    }
}
