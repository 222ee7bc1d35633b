package atlas.validation.report;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.RunRecord;
import atlas.validation.testing.HostileRecord;
import atlas.validation.testing.RecordFixtures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EvaluationSheetTest {

    @Test
    void ticksWhatWasFoundOutAndSaysWhatWasNot() {
        assertThat(EvaluationSheet.render(RecordFixtures.twoServersFailing()).lines())
                .contains("- [x] The server starts: it was launched, and generated its first token")
                .contains("- [x] Its CUDA kernels run on this GPU: it generates tokens on NVIDIA L40S")
                .contains(
                        "- [ ] Tool calls work: **no**, tool_calls: expected a tool call of get_weather, got a text answer of 41 characters")
                .contains(
                        "| tok/s (short) | not measured | not measured | one stream of short_answer at its lowest load |")
                .contains("| Status | fail | pass | limits, probes and stages together |")
                .contains("| GPU memory | 46068 MiB | 46068 MiB |");
    }

    @Test
    void aSimulatedRunSaysSoBeforeAnythingElse() {
        assertThat(EvaluationSheet.render(RecordFixtures.simulatedPass()))
                .contains("> **SIMULATED")
                .contains("| GPU | none: SIMULATED |")
                .contains("Of the simulator, and of no real server: ");
    }

    @Test
    void aRunThatWasKilledIsNotEvaluated() {
        assertThat(EvaluationSheet.render(RecordFixtures.unfinished()))
                .contains("**Status: error** (the run has not ended")
                .doesNotContain("- [x]");
    }

    @ParameterizedTest
    @MethodSource("atlas.validation.report.ConsoleReportTest#everyKindOfRun")
    void everyRowOfATableHasAsManyCellsAsItsHead(RunRecord record) {
        String sheet = EvaluationSheet.render(record);

        for (String table : sheet.split("\n\n")) {
            if (table.startsWith("|")) {
                assertThat(table.lines()
                                .map(line -> line.replace("\\|", "")
                                        .chars()
                                        .filter(c -> c == '|')
                                        .count()))
                        .containsOnly(table.lines()
                                .findFirst()
                                .orElseThrow()
                                .replace("\\|", "")
                                .chars()
                                .filter(c -> c == '|')
                                .count());
            }
        }
    }

    @Test
    void h16_hostileTextStaysText() {
        assertThat(EvaluationSheet.render(HostileRecord.record()))
                .doesNotContain("<script", "<img")
                .doesNotContain("\u001b");
    }
}
