package atlas.validation.metric;

import static atlas.validation.metric.RowBuilder.failed;
import static atlas.validation.metric.RowBuilder.row;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.CellId;
import atlas.validation.record.Outcome;
import atlas.validation.record.TokenCountSource;
import atlas.validation.record.Warning;
import atlas.validation.testing.CellInputBuilder;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CellWarningsTest {

    @Test
    void aCleanCellHasNone() {
        assertThat(warnings(Cells.asking(1, 10, 3, one(0), one(1)))).isEmpty();
    }

    @Test
    @DisplayName("F18 cached prompt tokens above 1 % are told")
    void cachedTokens() {
        assertThat(warnings(Cells.closedLoop(1, one(0).prompt(1000).cached(10))))
                .isEmpty();
        assertThat(warnings(Cells.closedLoop(
                        1, one(0).prompt(1000).cached(11), one(1).prompt(1000).cached(30))))
                .containsExactly(new Warning(
                        "cached_tokens",
                        "2.1 % of the prompt tokens came from the server's cache, above 1 %: TTFT is flattered"));
    }

    @Test
    @DisplayName("C16 a mean input length more than 1 % off is told")
    void inputLength() {
        assertThat(warnings(Cells.asking(1, 8192, null, one(0).prompt(8192 + 81))))
                .isEmpty();
        assertThat(warnings(Cells.asking(1, 8192, null, one(0).prompt(8000))))
                .containsExactly(new Warning(
                        "isl_off_target",
                        "mean ISL 8000.0 is -2.3 % off the asked 8192 (the server's count, chat template included)"));
    }

    @Test
    @DisplayName("C15 with a range of lengths the mean of the range is asked, give or take chance")
    void inputLengthOfARange() {
        // Lengths in [820, 1024]: mean 922; chance for one request is 3 * 204 / sqrt(12) = 177.
        assertThat(warnings(range(0.8, one(0).prompt(1024)))).isEmpty();
        assertThat(warnings(range(0.8, one(0).prompt(700))))
                .extracting(Warning::message)
                .containsExactly(
                        "mean ISL 700.0 is -24.1 % off the asked 922 (the server's count, chat template included)");
    }

    @Test
    void lengthThatCouldNotBeForced() {
        assertThat(warnings(Cells.asking(
                        1, null, 6, one(0).warning("length_not_forced"), one(1).warning("length_not_forced"), one(2))))
                .containsExactly(new Warning(
                        "length_not_forced",
                        "2 of 3 answers are shorter than asked, as the server cannot be made to reach the length: mean"
                                + " OSL is 3.0 tokens, 50 % of the asked one"));
    }

    @Test
    void tokensCountedByChunks() {
        assertThat(warnings(Cells.closedLoop(1, one(0).countedBy(TokenCountSource.CHUNKS), one(1))))
                .extracting(Warning::code)
                .containsExactly("chunk_counted");
    }

    @Test
    void whyRequestsHaveNoTpot() {
        assertThat(warnings(Cells.closedLoop(1, one(0), one(1).withoutTpot())))
                .containsExactly(new Warning(
                        "tpot_excluded",
                        "TPOT rests on 1 of 2 answers, excluded: 1 (hidden reasoning or no token count)"));
    }

    @Test
    @DisplayName("a start burst is told where the cell is mostly that, C of N")
    void startBurst() {
        RowBuilder[] rows =
                IntStream.range(0, 10).mapToObj(CellWarningsTest::one).toArray(RowBuilder[]::new);
        assertThat(warnings(Cells.closedLoop(6, rows)))
                .contains(new Warning(
                        "start_burst", "6 of 10 requests start together, 60 % of the cell, and own the tail of TTFT"));
        assertThat(warnings(Cells.closedLoop(5, rows)))
                .as("half of the cell")
                .extracting(Warning::code)
                .doesNotContain("start_burst");
    }

    @Test
    void moreInFlightThanUsers() {
        assertThat(warnings(Cells.closedLoop(1, one(0), one(1).sentAt(50))))
                .extracting(Warning::message)
                .contains("2 requests were in flight at once, above the concurrency of 1");
    }

    @Test
    @DisplayName("Little's law: a request that outlives its slot is found")
    void littlesLaw() {
        // Slot free at 0, 120, 240, …, yet the requests themselves last 100 of each 120 ms and are sent at once.
        assertThat(warnings(Cells.closedLoop(1, late(18))))
                .containsExactly(new Warning(
                        "littles_law",
                        "arrival rate times mean latency says 0.8 requests in flight, the slots say 1.0; they should"
                                + " agree within 5 %"));
    }

    @Test
    @DisplayName("Little's law: a cell under twenty mean latencies is too short for it")
    void littlesLawNeedsALongCell() {
        // Slots are freed from 0 to 16 * 120 = 1920 ms, and a request takes 100.
        assertThat(warnings(Cells.closedLoop(1, late(17)))).isEmpty();
    }

    private static RowBuilder[] late(int requests) {
        return IntStream.range(0, requests)
                .mapToObj(i -> one(i).sentAt(i * 120.0).streamEnd(100))
                .toArray(RowBuilder[]::new);
    }

    @Test
    @DisplayName("Little's law counts every attempted request, those without a byte of an answer too")
    void littlesLawOfTimeouts() {
        // A slot that sends at once and is freed after 100 ms: every other request times out and tells nothing else.
        assertThat(warnings(Cells.closedLoop(1, halfTimedOut(100)))).isEmpty();
        // The timeouts claim to have been over after 40 ms, and yet their slot was free only after 100.
        assertThat(warnings(Cells.closedLoop(1, halfTimedOut(40))))
                .extracting(Warning::code)
                .containsExactly("littles_law");
    }

    private static RowBuilder[] halfTimedOut(double freedAfterMs) {
        return IntStream.range(0, 50)
                .mapToObj(i -> i % 2 == 0
                        ? one(i).freedAt(i * 100.0 + 100)
                        : failed(i, Outcome.FIRST_TOKEN_TIMEOUT)
                                .sentAt(i * 100.0)
                                .freedAt(i * 100.0 + freedAfterMs))
                .toArray(RowBuilder[]::new);
    }

    @Test
    void littlesLawHoldsWhenSlotsAreRefilledLateButHonestly() {
        RowBuilder[] idle = IntStream.range(0, 30)
                .mapToObj(i -> one(i).sentAt(i * 150.0)
                        .scheduledAt(Math.max(0, i * 150.0 - 50))
                        .streamEnd(100))
                .toArray(RowBuilder[]::new);
        assertThat(warnings(Cells.closedLoop(1, idle))).isEmpty();
    }

    @Test
    void littlesLawIsNotAskedWhereAnEndIsNotKnown() {
        assertThat(warnings(Cells.closedLoop(
                        1, one(0), failed(1, Outcome.CONNECTION_RESET).sentAt(100), one(2).sentAt(500))))
                .isEmpty();
    }

    @Test
    @DisplayName("E2 TTFT and gaps add up to the end-to-end latency")
    void gapsThatDoNotAddUp() {
        assertThat(warnings(Cells.closedLoop(1, one(0), one(7).e2e(400))))
                .extracting(Warning::message)
                .contains("TTFT and the gaps between chunks do not add up to the end-to-end latency in 1 of 2"
                        + " requests, first in request 7");
    }

    @Test
    void roundingIsNoBreach() {
        assertThat(warnings(Cells.closedLoop(1, one(0).e2e(100.003)))).isEmpty();
    }

    @Test
    @DisplayName("B21 events out of order, or before sent, are told")
    void eventsOutOfOrder() {
        assertThat(warnings(Cells.closedLoop(1, one(0).firstEvent(90))))
                .extracting(Warning::code)
                .containsExactly("events_out_of_order");
        assertThat(warnings(Cells.closedLoop(1, one(0).firstEvent(-5))))
                .extracting(Warning::code)
                .containsExactly("events_out_of_order");
    }

    @Test
    void moreTokensThanAsked() {
        assertThat(warnings(Cells.asking(1, null, 2, one(0))))
                .containsExactly(new Warning(
                        "more_tokens_than_asked",
                        "the server counts more completion tokens than the limit of 2 in 1 of 1 requests, first in"
                                + " request 0"));
    }

    @Test
    @DisplayName("D17 requests that were given up are told, as they enter no figure")
    void givenUp() {
        CellInput cell = Cells.closedLoop(
                1,
                one(0),
                failed(1, Outcome.CANCELLED).sentAt(100),
                failed(2, Outcome.CANCELLED).neverSent());

        assertThat(warnings(cell))
                .containsExactly(new Warning(
                        "given_up",
                        "1 of 3 requests had no whole answer when their time was up and were given up: they count in no"
                                + " rate of success and no latency"));
        assertThat(CellMetrics.of(cell).value("success_rate").value()).isEqualTo(1.0);
        assertThat(CellMetrics.of(cell).value("cancelled").value()).isEqualTo(2.0);
    }

    /** Three tokens at 80, 90 and 100 ms after sent; request i is sent when request i - 1 has ended. */
    private static RowBuilder one(int index) {
        return row(index).sentAt(index * 100.0).ttft(80).gaps(10, 10).tokens(3).prompt(10);
    }

    private static CellInput range(double ratio, RowBuilder row) {
        return CellInputBuilder.input(CellId.ofConcurrency("shape", 1), List.of(row.build()))
                .asking(1024, null)
                .range(ratio)
                .build();
    }

    private static List<Warning> warnings(CellInput input) {
        return CellMetrics.of(input).warnings();
    }
}
