package atlas.validation.report;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.testing.RecordFixtures;
import org.junit.jupiter.api.Test;

class LimitTallyTest {

    @Test
    void saysNothingWhereEveryLimitWasJudged() {
        assertThat(LimitTally.of(RecordFixtures.simulatedPass()).gap()).isEmpty();
        assertThat(LimitTally.of(RecordFixtures.twoServersFailing()).gap()).isEmpty();
        assertThat(LimitTally.of(RecordFixtures.recordOnly()).gap()).isEmpty();
    }

    @Test
    void aLimitWithoutAVerdictIsNotJudged() {
        assertThat(LimitTally.of(RecordFixtures.allFailed()).gap())
                .hasValue("1 of 16 enforced limits hold, 15 were not judged");
    }

    @Test
    void saysNoNumbersWhereTheRecordNamesNoLimit() {
        assertThat(new LimitTally(0, 0, 0, 2).gap()).hasValue("the limits of 2 cells without a result were not judged");
        assertThat(new LimitTally(3, 6, 2, 0).gap()).hasValue("3 of 6 enforced limits hold, 2 were not judged");
    }

    @Test
    void aCellThatDidNotRunToItsEndIsNotMeasured() {
        assertThat(RecordFixtures.cancelled().targets().getFirst().cells())
                .extracting(LimitTally::isMeasured)
                .containsExactly(true, true, false, false);
    }
}
