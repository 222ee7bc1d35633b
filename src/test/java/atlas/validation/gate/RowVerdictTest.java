package atlas.validation.gate;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.config.Inconclusive;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.metric.Tier;
import atlas.validation.record.CellId;
import atlas.validation.record.Counts;
import atlas.validation.record.Status;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowVerdictTest {

    @ParameterizedTest(name = "{0} under {1}: {2}")
    @CsvSource({
        "PASS,         FAIL, SUCCESSFUL",
        "FAIL,         FAIL, FAILED",
        "FAIL,         PASS, FAILED",
        "ERROR,        FAIL, ERROR",
        "ERROR,        WARN, ERROR",
        "INCONCLUSIVE, FAIL, ERROR",
        "INCONCLUSIVE, WARN, ABORTED",
        "INCONCLUSIVE, PASS, ABORTED",
        "RECORD,       FAIL, ABORTED",
        "SKIPPED,      FAIL, ABORTED",
        "CANCELLED,    FAIL, ABORTED",
    })
    void tellsJUnit(Status status, Inconclusive policy, RowVerdict.Outcome expected) {
        assertThat(new RowVerdict(status, "message", List.of()).outcome(policy)).isEqualTo(expected);
    }

    @Test
    void oneViolationIsOneLine() {
        RowVerdict row = throughput(true, 950, 3);
        assertThat(row.text())
                .isEqualTo("fail: request_throughput 3 req/s is below 4 req/s (-25.0 %) in w1-conc8 [throughput],"
                        + " thresholds/x.json:17");
    }

    @Test
    void severalViolationsAreAllTold() {
        assertThat(throughput(true, 812.4, 3).text()).isEqualTo("""
                        fail: output_throughput 812.4 tok/s is below 900 tok/s (-9.7 %) in w1-conc8 [throughput], \
                        thresholds/x.json:17 (and 1 more)
                          fail: output_throughput 812.4 tok/s is below 900 tok/s (-9.7 %) in w1-conc8 [throughput], \
                        thresholds/x.json:17
                          fail: request_throughput 3 req/s is below 4 req/s (-25.0 %) in w1-conc8 [throughput], \
                        thresholds/x.json:17""");
    }

    @Test
    void onRecordEveryCheckIsTold() {
        RowVerdict row = throughput(false, 812.4, 5);
        assertThat(row.message()).startsWith("record: would fail 1 of 2, output_throughput 812.4 tok/s is below 900");
        assertThat(row.details()).hasSize(2);
    }

    @Test
    void aPassNeedsNoDetails() {
        assertThat(throughput(true, 950, 5).text()).isEqualTo("pass: both limits hold");
    }

    @Test
    void theLoadOfACellIsAnErrorOnlyWithoutASuccess() {
        assertThat(RowVerdict.ofInference(new Counts(10, 9, 1, 0, Map.of("success", 9, "http_error", 1))))
                .isEqualTo(new RowVerdict(Status.PASS, "pass: 9 of 10 requests succeeded", List.of()));
        assertThat(RowVerdict.ofInference(new Counts(10, 0, 10, 0, Map.of("http_error", 10))))
                .isEqualTo(new RowVerdict(
                        Status.ERROR, "error: no request succeeded: 10 http_error of 10 attempted", List.of()));
    }

    private static RowVerdict throughput(boolean enforced, double output, double requests) {
        CellVerdict verdict = new CellJudge(MetricRegistry.standard())
                .judge(
                        CellId.ofConcurrency("w1", 8),
                        Measured.of("output_throughput", output)
                                .and("request_throughput", requests)
                                .metrics(),
                        List.of(Tier.THROUGHPUT),
                        List.of(Limits.minTokS("output_throughput", 900), Limits.min("request_throughput", 4)),
                        enforced,
                        null,
                        Judging.plain());
        return RowVerdict.of(verdict.tiers().get(0));
    }
}
