package atlas.validation.testing;

import atlas.validation.record.CellRecord;
import atlas.validation.record.CheckRecord;
import atlas.validation.record.ClientInfo;
import atlas.validation.record.Comparison;
import atlas.validation.record.Comparison.ComparedCell;
import atlas.validation.record.Comparison.ComparedMetric;
import atlas.validation.record.Counts;
import atlas.validation.record.Outcome;
import atlas.validation.record.ProbeRecord;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Selection;
import atlas.validation.record.Series;
import atlas.validation.record.StageRecord;
import atlas.validation.record.Status;
import atlas.validation.record.SuiteInfo;
import atlas.validation.record.TargetRecord;
import atlas.validation.record.TierRecord;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A record in which everything that may be null is null, although requests succeeded. */
public final class NullRecord {

    private NullRecord() {}

    public static RunRecord record() {
        Map<String, @Nullable Double> metrics = new LinkedHashMap<>();
        List.of("output_throughput", "median_ttft_ms", "p99_ttft_ms", "median_tpot_ms", "goodput")
                .forEach(name -> metrics.put(name, null));
        CheckRecord check = new CheckRecord(
                "median_ttft_ms",
                "max_ms",
                null,
                null,
                "ms",
                null,
                null,
                Status.INCONCLUSIVE,
                "undecided",
                null,
                null,
                null,
                null);
        TierRecord tier = new TierRecord("ttft", Status.INCONCLUSIVE, null, List.of(check));
        Series.Lane lane = new Series.Lane(0, 0, true, 0, null, null, null, List.of(), null, null, Outcome.SUCCESS);
        Series series = new Series(
                100,
                List.of(0),
                List.of(0.0),
                List.of(0),
                Arrays.asList((Double) null),
                Map.of(),
                List.of(),
                List.of(lane),
                null,
                null,
                new Series.Objective(null, null, null));
        CellRecord cell = new CellRecord(
                "short-rate0.5",
                null,
                "short",
                "prompt",
                null,
                null,
                null,
                0.5,
                Status.INCONCLUSIVE,
                null,
                new Counts(1, 1, 0, 0, Map.of("success", 1)),
                metrics,
                List.of(tier),
                List.of(),
                List.of(),
                series,
                null,
                null,
                List.of(),
                Map.of());
        TargetRecord target = new TargetRecord(
                "any",
                Status.INCONCLUSIVE,
                null,
                "configs/any.json",
                "00",
                null,
                "openai",
                "m",
                null,
                false,
                true,
                null,
                null,
                null,
                null,
                Map.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                null,
                List.of(new StageRecord("server_health", Status.SKIPPED, null, null)),
                null,
                List.of(tier),
                List.of(new ProbeRecord("models_list", Status.SKIPPED, null, null)),
                List.of(cell),
                null,
                null,
                Map.of());
        Comparison comparison = new Comparison(
                "any",
                List.of(new Comparison.Other(
                        "other",
                        List.of(),
                        List.of(new ComparedCell(
                                "short-rate0.5",
                                Map.of("median_ttft_ms", new ComparedMetric(null, null, null, null)))))));
        return new RunRecord(
                RunRecord.SCHEMA_VERSION,
                "any-20260301T120344Z",
                Status.INCONCLUSIVE,
                null,
                4,
                Instant.parse("2026-03-01T12:03:44.120Z"),
                null,
                new SuiteInfo("0.1.0", null),
                Map.of(),
                new Selection(null, null, List.of("short-rate0.5"), 1),
                new ClientInfo("host", 1, null, "25", "Linux", null),
                List.of(),
                List.of(target),
                comparison,
                null);
    }
}
