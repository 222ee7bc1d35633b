package atlas.validation.gate;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusAlgebraTest {

    private static final List<Status> WORST_FIRST = List.of(
            Status.CANCELLED,
            Status.ERROR,
            Status.FAIL,
            Status.INCONCLUSIVE,
            Status.PASS,
            Status.RECORD,
            Status.SKIPPED);

    @Test
    void anyTwoStatusesGiveTheWorseOne() {
        assertThat(WORST_FIRST).containsExactly(Status.values());
        for (Status worse : WORST_FIRST) {
            for (Status better : WORST_FIRST.subList(WORST_FIRST.indexOf(worse), WORST_FIRST.size())) {
                assertThat(StatusAlgebra.worst(List.of(worse, better))).isEqualTo(worse);
                assertThat(StatusAlgebra.worst(List.of(better, worse))).isEqualTo(worse);
            }
        }
    }

    @Test
    void nothingIsSkipped() {
        assertThat(StatusAlgebra.worst(List.of())).isEqualTo(Status.SKIPPED);
    }

    @Test
    void manyGoodPartsDoNotOutweighOneBad() {
        List<Status> parts = new ArrayList<>(Collections.nCopies(100, Status.PASS));
        parts.add(Status.FAIL);
        assertThat(StatusAlgebra.worst(parts)).isEqualTo(Status.FAIL);
    }

    @ParameterizedTest(name = "passed {0}, enforced {1}: {2}")
    @CsvSource({"true, true, PASS", "true, false, PASS", "false, true, FAIL", "false, false, RECORD"})
    void probes(boolean passed, boolean enforced, Status expected) {
        assertThat(StatusAlgebra.ofProbe(passed, enforced)).isEqualTo(expected);
    }
}
