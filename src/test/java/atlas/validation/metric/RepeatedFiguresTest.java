package atlas.validation.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import atlas.validation.record.Counts;
import atlas.validation.record.Series;
import atlas.validation.record.Warning;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RepeatedFiguresTest {

    private static CellMetrics repeat(Map<String, MetricValue> values, Warning... warnings) {
        return new CellMetrics(
                new Counts(10, 8, 1, 1, Map.of("success", 8, "http_error", 1, "cancelled", 1)),
                new LinkedHashMap<>(values),
                List.of(warnings),
                null);
    }

    private static CellMetrics repeat(String metric, @Nullable Double value, long n, Doubt... doubts) {
        return repeat(Map.of(
                metric,
                value == null ? MetricValue.unmeasured("lost") : new MetricValue(value, n, Set.of(doubts), null)));
    }

    @Test
    void givesTheMeanAndKeepsEachRepeat() {
        CellMetrics three = CellMetrics.ofRepeats(List.of(
                repeat("mean_ttft_ms", 90.0, 8), repeat("mean_ttft_ms", 100.0, 6), repeat("mean_ttft_ms", 140.0, 9)));
        assertThat(three.value("mean_ttft_ms"))
                .isEqualTo(new MetricValue(110.0, 23L, Set.of(), null, 6L, List.of(90.0, 100.0, 140.0)));
    }

    @Test
    void aSingleRepeatStaysAsItIs() {
        CellMetrics one = repeat("mean_ttft_ms", 90.0, 8);
        assertThat(CellMetrics.ofRepeats(List.of(one))).isSameAs(one);
        assertThat(one.value("mean_ttft_ms").repeats()).isEmpty();
        assertThat(one.value("mean_ttft_ms").leastN()).isEqualTo(8);
    }

    @Test
    void equalRepeatsHaveThatVeryMean() {
        CellMetrics many = CellMetrics.ofRepeats(List.of(
                repeat("mean_ttft_ms", 0.1, 8), repeat("mean_ttft_ms", 0.1, 8), repeat("mean_ttft_ms", 0.1, 8)));
        assertThat(many.value("mean_ttft_ms").value()).isEqualTo(0.1);
    }

    @Test
    void countsTheRequestsOfAllRepeats() {
        CellMetrics two = CellMetrics.ofRepeats(List.of(repeat(Map.of()), repeat(Map.of())));
        assertThat(two.counts())
                .isEqualTo(new Counts(20, 16, 2, 2, Map.of("success", 16, "http_error", 2, "cancelled", 2)));
    }

    @Test
    void aFigureThatOneRepeatLacksIsDoubted() {
        CellMetrics two = CellMetrics.ofRepeats(List.of(repeat("goodput", null, 0), repeat("goodput", 4.0, 8)));
        assertThat(two.value("goodput"))
                .isEqualTo(new MetricValue(4.0, 8L, Set.of(Doubt.NOT_IN_EVERY_REPEAT), null, 8L, List.of(4.0)));
        CellMetrics other = CellMetrics.ofRepeats(List.of(repeat("goodput", 4.0, 8), repeat(Map.of())));
        assertThat(other.value("goodput").doubts()).containsExactly(Doubt.NOT_IN_EVERY_REPEAT);
    }

    @Test
    void aFigureThatNoRepeatHasIsUnmeasuredForTheReasonTold() {
        CellMetrics two = CellMetrics.ofRepeats(List.of(repeat("goodput", null, 0), repeat("goodput", null, 0)));
        assertThat(two.value("goodput")).isEqualTo(MetricValue.unmeasured("lost"));
    }

    @Test
    void aDoubtOfOneRepeatIsADoubtOfAll() {
        CellMetrics two = CellMetrics.ofRepeats(List.of(
                repeat("mean_tpot_ms", 5.0, 8, Doubt.CHUNK_COUNTED),
                repeat("mean_tpot_ms", 5.0, 8, Doubt.MOSTLY_EXCLUDED)));
        assertThat(two.value("mean_tpot_ms").doubts())
                .containsExactlyInAnyOrder(Doubt.CHUNK_COUNTED, Doubt.MOSTLY_EXCLUDED);
    }

    @Test
    void samplesThatOneRepeatDoesNotTellAreNotTold() {
        CellMetrics uncounted = repeat(Map.of("goodput", new MetricValue(4.0, null, Set.of(), null)));
        MetricValue value = CellMetrics.ofRepeats(List.of(repeat("goodput", 4.0, 8), uncounted))
                .value("goodput");
        assertThat(value.n()).isNull();
        assertThat(value.leastN()).isNull();
    }

    @Test
    void tellsAWarningOnceAndInHowManyRepeatsItIs() {
        CellMetrics three = CellMetrics.ofRepeats(List.of(
                repeat(Map.of(), new Warning("cached_tokens", "3 % cached")),
                repeat(
                        Map.of(),
                        new Warning("start_burst", "mostly burst"),
                        new Warning("cached_tokens", "4 % cached")),
                repeat(Map.of(), new Warning("cached_tokens", "5 % cached"), new Warning("cached_tokens", "again"))));
        assertThat(three.warnings())
                .containsExactly(
                        new Warning("cached_tokens", "3 % cached (in 3 of 3 repeats)"),
                        new Warning("start_burst", "mostly burst (in 1 of 3 repeats)"));
    }

    @Test
    void showsTheSeriesOfTheFirstRepeat() {
        Series series = new Series(
                1000, List.of(), List.of(), List.of(), List.of(), Map.of(), List.of(), List.of(), null, null, null);
        CellMetrics first = new CellMetrics(Counts.none(), Map.of(), List.of(), series);
        assertThat(CellMetrics.ofRepeats(List.of(first, repeat(Map.of()))).series())
                .isSameAs(series);
    }

    @Test
    void needsAtLeastOneRepeat() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CellMetrics.ofRepeats(List.of()))
                .withMessage("a cell has at least one repeat, got none");
    }

    @Test
    void refusesRepeatsThatAreNoNumbers() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MetricValue(1.0, 2L, Set.of(), null, 1L, List.of(1.0, Double.NaN)))
                .withMessage("every repeat must be finite, got [NaN]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MetricValue(1.0, 2L, Set.of(), null, 3L, List.of()))
                .withMessage("no repeat of [2] samples has [3] of them at least");
    }
}
