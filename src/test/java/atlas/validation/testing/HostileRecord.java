package atlas.validation.testing;

import atlas.validation.record.CellFitness;
import atlas.validation.record.CellRecord;
import atlas.validation.record.CheckRecord;
import atlas.validation.record.ClientInfo;
import atlas.validation.record.Comparison;
import atlas.validation.record.Comparison.ComparedCell;
import atlas.validation.record.Comparison.ComparedMetric;
import atlas.validation.record.Evaluation;
import atlas.validation.record.FailureRecord;
import atlas.validation.record.Gpu;
import atlas.validation.record.LogFinding;
import atlas.validation.record.Outcome;
import atlas.validation.record.Phase;
import atlas.validation.record.ProbeRecord;
import atlas.validation.record.Problem;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Selection;
import atlas.validation.record.Series;
import atlas.validation.record.Setting;
import atlas.validation.record.StageRecord;
import atlas.validation.record.Status;
import atlas.validation.record.SuiteInfo;
import atlas.validation.record.TargetRecord;
import atlas.validation.record.TierRecord;
import atlas.validation.record.Warning;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A record with hostile text in every field that holds free text. */
public final class HostileRecord {

    /** Text that tries to leave every kind of place that a report may put it in. */
    public static final String TEXT =
            "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'`${1}{{data}}<!--\u2028\u2029]]>&amp;|\u001b[31m\n# @x *";

    private static final Instant STARTED = Instant.parse("2026-03-01T12:03:44.120Z");

    private HostileRecord() {}

    private static Series series(String h) {
        Series.Lane lane = new Series.Lane(
                0, 0, true, 0, 1.0, 5.0, 9.0, List.of(new double[] {4, 4}), 8, 0, Outcome.IN_STREAM_ERROR);
        return new Series(
                100,
                List.of(1),
                List.of(1.0),
                List.of(1),
                List.of(0.0),
                Map.of("ttft", List.of(new double[] {1, 5}), h, List.of(new double[] {1, 5})),
                List.of(new Series.Group(h, h, 1, 5, 5), new Series.Group("turn", h, 1, 5, 5)),
                List.of(lane),
                null,
                null,
                null);
    }

    public static RunRecord record() {
        String h = TEXT;
        CheckRecord check = new CheckRecord(h, h, 1.0, 0.5, h, 3L, -50.0, Status.FAIL, h, h, 1, null, null);
        Map<String, @Nullable Double> metrics = new LinkedHashMap<>();
        metrics.put(h, 1.0);
        metrics.put("output_throughput", 10.0);
        metrics.put("median_ttft_ms", 10.0);
        CellRecord plain = new CellFixture("w1", 8, 8, 2).build();
        CellRecord cell = new CellRecord(
                h,
                h,
                h,
                h,
                1,
                1,
                1,
                null,
                Status.FAIL,
                h,
                plain.counts(),
                metrics,
                List.of(new TierRecord(h, Status.FAIL, h, List.of(check))),
                List.of(new Warning(h, h)),
                List.of(new FailureRecord(Phase.MEASURE, Outcome.HTTP_ERROR, 500, h, 1, 0, 0, h, h)),
                series(h),
                new CellFitness(h, List.of(h), 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
                null,
                List.of(),
                Map.of());
        TargetRecord target = new TargetRecord(
                h,
                Status.FAIL,
                h,
                h,
                h,
                h,
                h,
                h,
                h,
                true,
                true,
                h,
                h,
                h,
                h,
                Map.of(h, h),
                List.of(new Warning(h, h)),
                List.of(new LogFinding(h, true, h, h, h, h, 2)),
                List.of(new Gpu(0, h, 1L, h, h)),
                List.of(NodeFixture.ofText(h)),
                1.0,
                List.of(new StageRecord(h, Status.ERROR, 1.0, h)),
                null,
                List.of(new TierRecord(h, Status.FAIL, h, List.of(check))),
                List.of(new ProbeRecord(h, Status.FAIL, h, h)),
                List.of(cell),
                null,
                null,
                Map.of());
        Comparison comparison = new Comparison(
                h,
                List.of(new Comparison.Other(
                        h, List.of(h), List.of(new ComparedCell(h, Map.of(h, new ComparedMetric(1.0, 2.0, 0.5, h)))))));
        Evaluation evaluation = new Evaluation(
                List.of(new Evaluation.Item(h, Evaluation.Answer.NO, h)),
                List.of(h),
                List.of(new Evaluation.Row(h, List.of(h), h)),
                h);
        return new RunRecord(
                RunRecord.SCHEMA_VERSION,
                h,
                Status.FAIL,
                h,
                1,
                STARTED,
                STARTED.plusSeconds(5),
                new SuiteInfo(h, h),
                Map.of(h, new Setting(h, "-D" + h)),
                new Selection(h, h, List.of(h), 1),
                new ClientInfo(h, 1, 1L, h, h, new ClientInfo.Fitness(h, List.of(h))),
                List.of(new Problem(h, 1, h, h, h)),
                List.of(target),
                comparison,
                evaluation);
    }
}
