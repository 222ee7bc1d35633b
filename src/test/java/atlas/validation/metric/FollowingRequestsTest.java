package atlas.validation.metric;

import static atlas.validation.metric.RowBuilder.failed;
import static atlas.validation.metric.RowBuilder.row;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import atlas.validation.record.Outcome;
import atlas.validation.record.Series.Group;
import atlas.validation.record.Warning;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Figures of requests that follow one another: cold against warm, and by turn. */
class FollowingRequestsTest {

    @Test
    void theRatioIsThatOfTheMediansOverWholePairs() {
        CellMetrics cell = pairs(
                cold(0, 100), warm(1, 20, 192),
                cold(2, 300), warm(3, 30, 192),
                cold(4, 200), warm(5, 10, 192),
                cold(6, 9000), failed(7, Outcome.IDLE_TIMEOUT).turn(1));

        assertThat(cell.value("cold_ttft_ms").value()).isEqualTo(200.0);
        assertThat(cell.value("warm_ttft_ms").value()).isEqualTo(20.0);
        assertThat(cell.value("warm_ttft_ratio").value()).isEqualTo(0.1);
        assertThat(cell.value("warm_ttft_ratio").n())
                .as("the pair whose second failed is none")
                .isEqualTo(3);
        assertThat(requireNonNull(cell.value("warm_cached_ratio").value())).isCloseTo(0.75, within(1e-9));
        assertThat(codes(cell)).doesNotContain("cached_tokens", "prefix_not_cached", "isl_off_target");
        assertThat(requireNonNull(cell.series()).groups())
                .extracting(Group::by, Group::name, Group::n)
                .startsWith(
                        org.assertj.core.groups.Tuple.tuple("prefix", "cold", 4),
                        org.assertj.core.groups.Tuple.tuple("prefix", "warm", 3));
    }

    @Test
    void withoutAWholePairThereIsNoRatioAndAReason() {
        CellMetrics cell = pairs(cold(0, 100), failed(1, Outcome.HTTP_ERROR).turn(1));

        assertThat(cell.value("warm_ttft_ratio").value()).isNull();
        assertThat(cell.value("warm_ttft_ratio").whyUnmeasured()).isEqualTo("of no pair of prompts did both succeed");
        assertThat(cell.numbers()).containsKey("warm_ttft_ratio");
    }

    @Test
    void aCacheThatHeldNothingIsTold() {
        assertThat(codes(pairs(cold(0, 100), warm(1, 98, 0)))).contains("prefix_not_cached");
    }

    @Test
    void aServerThatTellsNoCachedTokensIsNotSaidToHaveNoCache() {
        CellMetrics cell = pairs(
                row(0).ttft(100).tokens(4).prompt(256),
                row(1).turn(1).ttft(20).tokens(4).prompt(256));

        assertThat(codes(cell)).doesNotContain("prefix_not_cached");
        assertThat(cell.value("warm_cached_ratio").whyUnmeasured()).contains("does not tell");
        assertThat(cell.value("warm_ttft_ratio").value()).isEqualTo(0.2);
    }

    @Test
    void aColdPromptThatWasCachedIsTold() {
        assertThat(codes(pairs(row(0).ttft(10).tokens(4).prompt(256).cached(192), warm(1, 9, 192))))
                .contains("cached_tokens");
    }

    @Test
    void firstAndLastTurnHaveFiguresOfTheirOwn() {
        CellMetrics cell = conversations(
                3,
                turn(0, 0, 50, 100),
                turn(1, 1, 60, 250),
                turn(2, 2, 90, 400),
                turn(3, 0, 70, 100),
                turn(4, 1, 65, 250),
                turn(5, 2, 110, 400));

        assertThat(cell.value("first_turn_ttft_ms").value()).isEqualTo(60.0);
        assertThat(cell.value("last_turn_ttft_ms").value()).isEqualTo(100.0);
        assertThat(cell.value("last_turn_ttft_ms").doubts())
                .as("a third of the requests is all that there is of it")
                .isEmpty();
        assertThat(requireNonNull(cell.series()).groups())
                .filteredOn(group -> group.by().equals("turn"))
                .extracting(Group::name)
                .containsExactly("1", "2", "3");
        assertThat(codes(cell)).doesNotContain("history_off_target", "isl_off_target", "follow_ups_not_sent");
    }

    /** An earlier turn that is in the prompt twice makes it grow by far more than one question and one answer. */
    @Test
    void f21APromptThatHoldsItsHistoryTwiceIsTold() {
        assertThat(codes(conversations(2, turn(0, 0, 50, 100), turn(1, 1, 60, 500))))
                .contains("history_off_target");
    }

    @Test
    void f21APromptWithoutItsHistoryIsTold() {
        assertThat(codes(conversations(2, turn(0, 0, 50, 100), turn(1, 1, 60, 100))))
                .contains("history_off_target");
    }

    @Test
    void theHistoryIsNotTakenForACacheThatFlatters() {
        assertThat(codes(conversations(
                        2, turn(0, 0, 50, 100), turn(1, 1, 20, 250).cached(96))))
                .doesNotContain("cached_tokens");
    }

    @Test
    void aConversationThatBrokeOffIsTold() {
        CellMetrics cell = conversations(
                3,
                turn(0, 0, 50, 100),
                failed(1, Outcome.HTTP_ERROR).turn(1),
                turn(3, 0, 70, 100),
                turn(4, 1, 65, 250),
                turn(5, 2, 110, 400));

        assertThat(cell.warnings())
                .filteredOn(warning -> warning.code().equals("follow_ups_not_sent"))
                .singleElement()
                .extracting(Warning::message)
                .asString()
                .startsWith("1 of 2 users did not come to the last of 3 requests");
    }

    @Test
    void otherCellsHaveNoneOfThis() {
        CellMetrics cell = CellMetrics.of(Cells.closedLoop(1, row(0).ttft(5).tokens(4)));

        assertThat(cell.numbers())
                .doesNotContainKeys("warm_ttft_ratio", "cold_ttft_ms", "first_turn_ttft_ms", "last_turn_ttft_ms");
    }

    private static RowBuilder cold(int index, double ttft) {
        return row(index).ttft(ttft).tokens(4).prompt(256).cached(0);
    }

    private static RowBuilder warm(int index, double ttft, int cached) {
        return row(index).turn(1).ttft(ttft).tokens(4).prompt(256).cached(cached);
    }

    private static RowBuilder turn(int index, int turn, double ttft, int prompt) {
        return row(index).turn(turn).ttft(ttft).tokens(50).prompt(prompt);
    }

    private static CellMetrics pairs(RowBuilder... rows) {
        return metrics(WorkloadKind.PREFIX_PAIRS, 2, 256, rows);
    }

    private static CellMetrics conversations(int turns, RowBuilder... rows) {
        return metrics(WorkloadKind.CONVERSATIONS, turns, 100, rows);
    }

    private static CellMetrics metrics(WorkloadKind kind, int turns, @Nullable Integer isl, RowBuilder... rows) {
        return CellMetrics.of(Cells.ofKind(kind, turns, isl, rows));
    }

    private static List<String> codes(CellMetrics cell) {
        return cell.warnings().stream().map(Warning::code).toList();
    }
}
