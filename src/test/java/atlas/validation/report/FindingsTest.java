package atlas.validation.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import atlas.validation.record.RunRecord;
import atlas.validation.record.StageRecord;
import atlas.validation.record.Status;
import atlas.validation.testing.HostileRecord;
import atlas.validation.testing.RecordFixtures;
import org.junit.jupiter.api.Test;

class FindingsTest {

    @Test
    void aPassHasNothingToLookAt() {
        assertThat(Findings.of(RecordFixtures.simulatedPass())).isEmpty();
        assertThat(Findings.recordedMisses(RecordFixtures.simulatedPass())).isEmpty();
    }

    @Test
    void everyFailedCheckAndProbeIsFoundWithItsPlace() {
        assertThat(Findings.of(RecordFixtures.twoServersFailing()))
                .extracting(Finding::cell, Finding::row)
                .containsExactly(
                        tuple(null, "api_conformance[tool_calls]"),
                        tuple("w1_1k_1k-conc32", "throughput"),
                        tuple("w1_1k_1k-conc32", "ttft"));
    }

    @Test
    void whatIsWorstComesFirst() {
        assertThat(Findings.of(HostileRecord.record()))
                .extracting(Finding::status)
                .isSorted()
                .startsWith(Status.ERROR);
    }

    @Test
    void theStatusIsNotSaidAgainByTheSentence() {
        assertThat(Findings.of(RecordFixtures.allFailed("error: no successful requests: 32 of 32 ended in http_error")))
                .isNotEmpty()
                .allSatisfy(finding -> assertThat(finding.sentence()).startsWith("no successful requests: 32"));
    }

    @Test
    void aMissThatIsNotEnforcedIsKeptApart() {
        assertThat(Findings.of(RecordFixtures.recordOnly())).isEmpty();
        assertThat(Findings.recordedMisses(RecordFixtures.recordOnly()))
                .singleElement()
                .extracting(Finding::row)
                .isEqualTo("throughput");
    }

    @Test
    void aCellInErrorIsFoundOnceAndNotAlsoAsTheRowThatDroveIt() {
        RunRecord record = RecordFixtures.allFailed();

        assertThat(record.targets().getFirst().stages())
                .filteredOn(stage -> stage.status() == Status.ERROR)
                .extracting(StageRecord::name)
                .startsWith("atlas_inference[w1_1k_1k-conc1]");
        assertThat(Findings.of(record))
                .extracting(Finding::cell, Finding::row)
                .containsExactly(
                        tuple("w1_1k_1k-conc1", null), tuple("w1_1k_1k-conc8", null), tuple("w1_1k_1k-conc32", null));
    }
}
