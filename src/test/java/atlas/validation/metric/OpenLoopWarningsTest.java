package atlas.validation.metric;

import static atlas.validation.metric.RowBuilder.failed;
import static atlas.validation.metric.RowBuilder.row;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Outcome;
import atlas.validation.record.Series;
import atlas.validation.record.Warning;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OpenLoopWarningsTest {

    @Test
    @DisplayName("F1 a client that sends 9 a second of the asked 10 is told of, with how late it was")
    void sentRateOff() {
        CellInput cell =
                Cells.atRate(10, null, rows(20, i -> answer(i).sentAt(111.0 * i).scheduledAt(100.0 * i)));

        assertThat(warnings(cell)).extracting(Warning::code).contains("sent_rate_off", "schedule_lag");
        assertThat(warnings(cell))
                .extracting(Warning::message)
                .anyMatch(message -> message.startsWith("requests were sent at 9.01 a second, -9.9 % off the schedule"))
                .anyMatch(message -> message.contains("late, by 206.9 ms in the 99th percentile"));
    }

    @Test
    @DisplayName("F1 within 1 % and 5 ms nothing is said")
    void punctual() {
        CellInput cell = Cells.atRate(
                10, null, rows(20, i -> answer(i).sentAt(100.0 * i + 2).scheduledAt(100.0 * i)));

        assertThat(warnings(cell)).isEmpty();
    }

    @Test
    @DisplayName(
            "D19 a request whose connection the server closed after a while is sent again, which is told, and was not late")
    void whatWasSentAgainIsToldAndIsNoFaultOfTheClient() {
        CellInput cell = Cells.atRate(
                10,
                null,
                rows(
                        20,
                        i -> i % 2 == 0
                                ? answer(i).sentAt(100.0 * i)
                                : answer(i)
                                        .sentAt(100.0 * i + 60)
                                        .scheduledAt(100.0 * i)
                                        .newConnection()
                                        .retries(1)));

        assertThat(warnings(cell))
                .extracting(Warning::code)
                .contains("sent_again")
                .doesNotContain("schedule_lag");
        assertThat(warnings(cell))
                .extracting(Warning::message)
                .anyMatch(message -> message.startsWith("10 of 20 requests were sent a second time"));
        assertThat(CellMetrics.of(cell).value("max_schedule_lag_ms").value()).isEqualTo(0.0);
        assertThat(CellMetrics.of(cell).value("max_schedule_lag_ms").n()).isEqualTo(10L);
    }

    @Test
    void waitingForThePlacesOfTheCapIsNoFaultOfTheClient() {
        CellInput cell = Cells.capped(
                10,
                1,
                answer(0).sentAt(0),
                answer(1).sentAt(150).scheduledAt(100),
                failed(2, Outcome.CANCELLED).scheduledAt(200).neverSent());

        assertThat(warnings(cell)).singleElement().satisfies(warning -> {
            assertThat(warning.code()).isEqualTo("held_by_cap");
            assertThat(warning.message())
                    .startsWith("2 of 3 requests found 1 in flight when they were due and waited")
                    .contains("50.0 ms on average, 1 were never sent");
        });
    }

    @Test
    @DisplayName("D13 who waits behind a request that times out waits for the server, not for the client")
    void waitingForARequestThatTimesOutIsNoFaultOfTheClient() {
        CellInput cell = Cells.capped(
                10,
                1,
                failed(0, Outcome.FIRST_TOKEN_TIMEOUT).sentAt(0).freedAt(5000),
                answer(1).sentAt(5000).scheduledAt(100));

        assertThat(warnings(cell)).extracting(Warning::code).containsExactly("held_by_cap");
        assertThat(CellMetrics.of(cell).value("max_schedule_lag_ms").value()).isEqualTo(0.0);
    }

    @Test
    @DisplayName("F16 what the ramp left out is told, with its own TTFT")
    void ramp() {
        CellInput cell = Cells.atRate(
                10,
                null,
                row(0).ramp().sentAt(0).ttft(1000).gaps(10).tokens(2),
                answer(1).sentAt(2000));

        assertThat(warnings(cell))
                .extracting(Warning::message)
                .containsExactly("1 requests of the ramp count in no figure; their median TTFT is 1000.0 ms");
    }

    @Test
    void moreInFlightThanTheCapIsABreach() {
        CellInput cell = Cells.capped(10, 1, answer(0).sentAt(0), answer(1).sentAt(100));

        assertThat(warnings(cell)).extracting(Warning::code).contains("in_flight_above_cap");
    }

    @Test
    @DisplayName("Little's law: an end that the sends and ends do not know breaks it")
    void littlesLaw() {
        CellInput sound = Cells.atRate(10, null, rows(20, i -> answer(i).sentAt(100.0 * i)));
        CellInput broken =
                Cells.atRate(10, null, rows(20, i -> answer(i).sentAt(100.0 * i).streamEnd(20)));

        assertThat(warnings(sound)).extracting(Warning::code).doesNotContain("littles_law");
        assertThat(warnings(broken)).extracting(Warning::code).contains("littles_law");
    }

    @Test
    void theSeriesHasTheGreatestLagOfEachBucketAndTheRampInFlight() {
        CellInput cell = Cells.atRate(
                10,
                null,
                row(0).ramp().sentAt(0).ttft(10).gaps(240).tokens(2),
                answer(1).sentAt(103).scheduledAt(100),
                answer(2).sentAt(107).scheduledAt(100));
        Series series = Objects.requireNonNull(CellMetrics.of(cell).series());

        assertThat(series.bucketMs()).isEqualTo(100);
        assertThat(series.lagMs()).startsWith(0.0, 7.0);
        assertThat(series.inFlight()).startsWith(1, 3);
    }

    @Test
    void figuresOfArrivalsAreOnlyThoseOfRateCells() {
        CellInput closed = Cells.closedLoop(1, answer(0));

        assertThat(CellMetrics.of(closed).values())
                .doesNotContainKeys("mean_in_flight", "p99_schedule_lag_ms", "ramp_requests")
                .containsKey("attempted_rate");
    }

    private static RowBuilder answer(int index) {
        return row(index).ttft(50).gaps(100).tokens(2);
    }

    private static List<Warning> warnings(CellInput cell) {
        return CellMetrics.of(cell).warnings();
    }

    private static RowBuilder[] rows(int count, IntFunction<RowBuilder> maker) {
        return IntStream.range(0, count).mapToObj(maker).toArray(RowBuilder[]::new);
    }
}
