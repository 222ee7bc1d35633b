package atlas.validation.report;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Comparison;
import atlas.validation.record.Comparison.ComparedCell;
import atlas.validation.record.Comparison.ComparedMetric;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** When a comparison says that what it says may be chance. */
class ComparisonTableTest {

    @Test
    void oneRunOfEachSideMayBeChance() {
        assertThat(ComparisonTable.caution(other(null, "other", null)).orElseThrow())
                .contains("any difference above 2 %, and may be chance");
        assertThat(ComparisonTable.caution(other(null, "subject", null))).isPresent();
    }

    @Test
    void repeatsPastRunsAndFiguresThatAreTheSameNeedNoCaution() {
        assertThat(ComparisonTable.caution(other(1.05, "other", null))).isEmpty();
        assertThat(ComparisonTable.caution(other(null, "other", 3.0))).isEmpty();
        assertThat(ComparisonTable.caution(other(null, "same", null))).isEmpty();
        assertThat(ComparisonTable.caution(other(null, null, null))).isEmpty();
    }

    private static Comparison.Other other(@Nullable Double low, @Nullable String better, @Nullable Double noise) {
        Double high = low == null ? null : Double.valueOf(1.09);
        ComparedMetric metric = new ComparedMetric(107.0, 100.0, 1.07, low, high, better, noise);
        return new Comparison.Other(
                "other", List.of(), List.of(new ComparedCell("w1-conc1", Map.of("median_ttft_ms", metric))));
    }
}
