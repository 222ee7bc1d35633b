package atlas.validation.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import atlas.validation.config.ThresholdEntry;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ErrorBudgetTest {

    @Test
    void allChecksOfARunShareOnePercent() {
        assertThat(50 * ErrorBudget.of(50, 5, 5).at(5)).isCloseTo(0.01, within(1e-15));
        assertThat(ErrorBudget.of(1, 1, 1).at(1)).isEqualTo(0.01);
        assertThat(ErrorBudget.of(0, 1, 1).at(1)).as("no check counts as one").isEqualTo(0.01);
    }

    @Test
    void theLastLookHasHalfOfAShareAndTheEarlierOnesTheRest() {
        ErrorBudget budget = ErrorBudget.of(50, 3, 10);
        assertThat(budget.at(10)).isCloseTo(0.0001, within(1e-15));
        assertThat(budget.at(3)).isEqualTo(budget.at(9)).isCloseTo(0.0001 / 7, within(1e-15));
        assertThat(IntStream.rangeClosed(3, 10).mapToDouble(budget::at).sum()).isCloseTo(0.0002, within(1e-15));
    }

    @Test
    void aRunThatWasCutShortIsJudgedAsAtAnEarlyLook() {
        assertThat(ErrorBudget.of(1, 5, 10).at(4)).isCloseTo(0.001, within(1e-15));
        assertThat(ErrorBudget.of(1, 5, 5).at(4)).as("nobody looked before").isEqualTo(0.01);
    }

    @Test
    void countsTheLimitsThatCanFailARun() {
        List<ThresholdEntry> limits = List.of(
                Limits.min("output_throughput", 1),
                Limits.info("mean_isl", null),
                Limits.enforced(Limits.info("mean_osl", null), true),
                Limits.enforced(Limits.max("failed", 0), true),
                Limits.enforced(Limits.maxMs("mean_ttft_ms", 1), false));
        assertThat(ErrorBudget.checks(limits, true)).isEqualTo(2);
        assertThat(ErrorBudget.checks(limits, false)).isEqualTo(1);
    }

    @Test
    void refusesWhatIsNoBudget() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ErrorBudget.of(-1, 1, 1))
                .withMessage("checks must not be negative, got [-1]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ErrorBudget.of(1, 0, 1))
                .withMessage("repeats must be from [1] on and rise, got [0] to [1]");
        assertThatIllegalArgumentException().isThrownBy(() -> ErrorBudget.of(1, 3, 2));
    }
}
