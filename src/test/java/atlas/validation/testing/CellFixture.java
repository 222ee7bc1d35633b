package atlas.validation.testing;

import atlas.validation.record.CellFitness;
import atlas.validation.record.CellId;
import atlas.validation.record.CellRecord;
import atlas.validation.record.CheckRecord;
import atlas.validation.record.Counts;
import atlas.validation.record.FailureRecord;
import atlas.validation.record.Outcome;
import atlas.validation.record.Series;
import atlas.validation.record.Status;
import atlas.validation.record.TierRecord;
import atlas.validation.record.Warning;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds the record of one closed-loop cell whose figures follow from a simple law: throughput saturates and TTFT grows
 * with the concurrency.
 */
final class CellFixture {

    private static final String THRESHOLDS = "thresholds/l40s_atlas_threshold.json";
    private static final List<String> TIERS = List.of("throughput", "ttft", "tpot", "latency", "health", "record");

    private final String combo;
    private final int isl;
    private final int osl;
    private final int concurrency;
    private double speed = 1.0;
    private boolean enforced = true;
    private @Nullable Double throughputLimit;
    private @Nullable Double ttftLimit;
    private List<Warning> warnings = List.of();
    private @Nullable Series series;
    private List<FailureRecord> failures = List.of();

    CellFixture(String combo, int isl, int osl, int concurrency) {
        this.combo = combo;
        this.isl = isl;
        this.osl = osl;
        this.concurrency = concurrency;
    }

    /** Makes the server so many times as fast as the law says. */
    CellFixture speed(double factor) {
        speed = factor;
        return this;
    }

    CellFixture recordOnly() {
        enforced = false;
        return this;
    }

    CellFixture throughputLimit(double limit) {
        throughputLimit = limit;
        return this;
    }

    CellFixture ttftLimit(double limit) {
        ttftLimit = limit;
        return this;
    }

    /** Gives the cell another course over time than the short one that it has by itself. */
    CellFixture series(Series other) {
        series = other;
        return this;
    }

    CellFixture failures(FailureRecord... causes) {
        failures = List.of(causes);
        return this;
    }

    CellFixture warning(String code, String message) {
        warnings = List.of(new Warning(code, message));
        return this;
    }

    String id() {
        return CellId.ofConcurrency(combo, concurrency).value();
    }

    CellRecord build() {
        double p90 = round(ttft() * 1.22);
        double throughputMinimum = throughputLimit == null ? round(0.8 * throughput()) : throughputLimit;
        double ttftMaximum = ttftLimit == null ? round(1.3 * ttft()) : ttftLimit;
        List<TierRecord> tiers = List.of(
                tier(
                        "throughput",
                        check("output_throughput", "min_tok_s", throughputMinimum, throughput(), "tok/s", 38),
                        check(
                                "request_throughput",
                                "min",
                                round(0.7 * throughput() / osl),
                                round(throughput() / osl),
                                "req/s",
                                39)),
                tier(
                        "ttft",
                        check("median_ttft_ms", "max_ms", ttftMaximum, ttft(), "ms", 40),
                        check("p90_ttft_ms", "max_ms", round(ttftMaximum * 1.4), p90, "ms", 41)),
                tier("tpot", check("mean_tpot_ms", "max_ms", 60.0, tpot(), "ms", 42)),
                tier("latency", check("p90_e2el_ms", "max_ms", 200_000.0, e2e(), "ms", 43)),
                tier("health", check("success_rate", "min", 0.99, 1.0, "ratio", 44)),
                new TierRecord("record", Status.RECORD, "record: 3 figures kept, none judged", List.of()));
        int requests = Math.max(32, concurrency * 4);
        return cell(
                worst(tiers),
                message(tiers),
                new Counts(requests, requests, 0, 0, Map.of("success", requests)),
                metrics(p90),
                tiers,
                series == null ? series() : series);
    }

    /** Builds the cell as it is recorded when not one request succeeded. */
    CellRecord buildUnmeasured(int attempted, String outcome, String message) {
        Map<String, @Nullable Double> metrics = new LinkedHashMap<>();
        metrics(0.0).keySet().forEach(name -> metrics.put(name, null));
        metrics.put("success_rate", 0.0);
        metrics.put("failed", (double) attempted);
        metrics.put("request_throughput", 0.0);
        List<TierRecord> tiers = new ArrayList<>();
        for (String tier : TIERS) {
            boolean record = tier.equals("record");
            tiers.add(new TierRecord(
                    tier,
                    record ? Status.RECORD : Status.ERROR,
                    record ? null : "error: no successful requests in " + id(),
                    record ? List.of() : List.of(unmeasured(tier))));
        }
        return cell(
                Status.ERROR,
                message,
                new Counts(attempted, 0, attempted, 0, Map.of(outcome, attempted)),
                metrics,
                tiers,
                null);
    }

    /** Builds the cell as it is recorded when the run was cancelled before it. */
    CellRecord buildSkipped(String reason) {
        List<TierRecord> tiers = TIERS.stream()
                .map(tier -> new TierRecord(tier, Status.SKIPPED, "skipped: " + reason, List.of()))
                .toList();
        return cell(Status.SKIPPED, reason, Counts.none(), Map.of(), tiers, null);
    }

    private CellRecord cell(
            Status status,
            @Nullable String message,
            Counts counts,
            Map<String, @Nullable Double> metrics,
            List<TierRecord> tiers,
            @Nullable Series series) {
        String key = CellId.ofConcurrency(combo, concurrency).thresholdKey(isl, osl, 1, 1);
        return CellBuilder.cell(id())
                .at(key, combo, isl, osl, concurrency)
                .became(status, message)
                .counts(counts)
                .metrics(metrics)
                .tiers(tiers)
                .warnings(warnings)
                .failures(failures)
                .series(series)
                .fitness(new CellFitness(
                        "marginal",
                        List.of("the machine's processors were 97.0 % busy, above 90.0 %"),
                        0.21,
                        0.4,
                        0.9,
                        3.2,
                        0.5,
                        21.5,
                        97.0,
                        0.0))
                .startedAt(Instant.parse("2026-03-01T12:04:10.500Z"))
                .build();
    }

    private Map<String, @Nullable Double> metrics(double p90) {
        Map<String, @Nullable Double> metrics = new LinkedHashMap<>();
        metrics.put("output_throughput", throughput());
        metrics.put("total_token_throughput", round(throughput() * (isl + osl) / osl));
        metrics.put("request_throughput", round(throughput() / osl));
        metrics.put("mean_ttft_ms", round(ttft() * 1.04));
        metrics.put("median_ttft_ms", ttft());
        metrics.put("p90_ttft_ms", p90);
        metrics.put("p99_ttft_ms", round(ttft() * 1.61));
        metrics.put("max_ttft_ms", round(ttft() * 1.7));
        metrics.put("mean_tpot_ms", tpot());
        metrics.put("median_tpot_ms", round(tpot() * 0.98));
        metrics.put("p99_tpot_ms", round(tpot() * 1.31));
        metrics.put("median_e2el_ms", e2e());
        metrics.put("p90_e2el_ms", round(e2e() * 1.08));
        metrics.put("success_rate", 1.0);
        metrics.put("completed", (double) Math.max(32, concurrency * 4));
        metrics.put("failed", 0.0);
        metrics.put("mean_isl", (double) isl);
        metrics.put("mean_osl", (double) osl);
        metrics.put("total_output_tokens", 32.0 * osl);
        metrics.put("duration", round(Math.max(32, concurrency * 4) * osl / throughput()));
        metrics.put("max_output_tokens_per_s", null);
        return metrics;
    }

    private Series series() {
        double ttft = ttft();
        Series.Lane slow = new Series.Lane(
                0,
                0,
                true,
                0.5,
                0.1,
                ttft,
                round(ttft + 300),
                List.of(new double[] {100.0, 10.0}, new double[] {150.0, 150.0}, new double[] {50.0, 9.5}),
                isl,
                0,
                Outcome.SUCCESS);
        Series.Lane failed =
                new Series.Lane(1, 0, true, 0.7, null, null, null, List.of(), null, null, Outcome.HTTP_ERROR);
        return new Series(
                1000,
                List.of(concurrency, concurrency, 1),
                List.of(throughput(), throughput(), 12.5),
                List.of(0, 0, 0),
                Arrays.asList(0.1, null, 0.1),
                Map.of("ttft", List.of(new double[] {0.5, ttft}, new double[] {0.9, round(ttft * 1.22)})),
                List.of(
                        new Series.Group("turn", "1", 16, ttft, round(ttft * 1.22)),
                        new Series.Group("turn", "2", 16, round(ttft * 0.4), round(ttft * 0.6))),
                List.of(slow, failed),
                200.0,
                2_500.0,
                new Series.Objective(300.0, 25.0, null));
    }

    private double throughput() {
        return round(speed * 2_400.0 * concurrency / (concurrency + 24.0));
    }

    private double ttft() {
        return round((38.0 + isl * 0.05 + concurrency * 3.4) / speed);
    }

    private double tpot() {
        return round(concurrency * 1000.0 / throughput());
    }

    private double e2e() {
        return round(ttft() + tpot() * (osl - 1));
    }

    private static double round(double value) {
        return Math.round(value * 1000) / 1000.0;
    }

    private TierRecord tier(String name, CheckRecord... checks) {
        List<CheckRecord> list = List.of(checks);
        Status status = enforced ? worstCheck(list) : Status.RECORD;
        long missed = list.stream().filter(CellFixture::missed).count();
        String message = switch (status) {
            case FAIL ->
                "fail: " + missed + " of " + list.size() + ", "
                        + list.stream()
                                .filter(CellFixture::missed)
                                .findFirst()
                                .orElseThrow()
                                .message();
            case RECORD ->
                missed == 0
                        ? "record: would pass " + list.size() + " of " + list.size()
                        : "record: would fail " + missed + " of " + list.size();
            default -> "pass: " + list.size() + " of " + list.size();
        };
        return new TierRecord(name, status, message, list);
    }

    private CheckRecord check(String metric, String kind, double limit, double actual, String unit, int line) {
        boolean minimum = kind.startsWith("min");
        double margin = round((minimum ? actual - limit : limit - actual) / limit * 100);
        boolean holds = margin >= 0;
        Status judged = holds ? Status.PASS : Status.FAIL;
        String relation = holds ? (minimum ? "is at least" : "is at most") : (minimum ? "is below" : "is above");
        double difference = round((actual - limit) / limit * 100);
        String message = "%s %s %s %s %s %s (%+.1f %%) in %s [%s], %s:%d"
                .formatted(
                        metric,
                        actual,
                        unit,
                        relation,
                        limit,
                        unit,
                        difference,
                        id(),
                        tierOf(metric),
                        THRESHOLDS,
                        line);
        long n = Math.max(32, concurrency * 4L);
        return new CheckRecord(
                metric,
                kind,
                limit,
                actual,
                unit,
                n,
                margin,
                enforced ? judged : Status.RECORD,
                message,
                THRESHOLDS,
                line,
                null,
                null);
    }

    private CheckRecord unmeasured(String tier) {
        String metric = switch (tier) {
            case "throughput" -> "output_throughput";
            case "ttft" -> "median_ttft_ms";
            case "tpot" -> "mean_tpot_ms";
            case "latency" -> "p90_e2el_ms";
            default -> "success_rate";
        };
        return new CheckRecord(
                metric,
                "max",
                100.0,
                null,
                "ms",
                0L,
                null,
                Status.ERROR,
                metric + " was not measured in " + id() + " [" + tier + "], " + THRESHOLDS + ":38",
                THRESHOLDS,
                38,
                null,
                null);
    }

    private static String tierOf(String metric) {
        if (metric.endsWith("throughput")) {
            return "throughput";
        }
        if (metric.endsWith("ttft_ms")) {
            return "ttft";
        }
        if (metric.endsWith("tpot_ms")) {
            return "tpot";
        }
        return metric.endsWith("e2el_ms") ? "latency" : "health";
    }

    private static boolean missed(CheckRecord check) {
        Double margin = check.marginPct();
        return margin != null && margin < 0;
    }

    private static Status worstCheck(List<CheckRecord> checks) {
        return checks.stream().anyMatch(check -> check.status() == Status.FAIL) ? Status.FAIL : Status.PASS;
    }

    private Status worst(List<TierRecord> tiers) {
        if (!enforced) {
            return Status.RECORD;
        }
        return tiers.stream().anyMatch(tier -> tier.status() == Status.FAIL) ? Status.FAIL : Status.PASS;
    }

    private static @Nullable String message(List<TierRecord> tiers) {
        return tiers.stream()
                .filter(tier -> tier.status() == Status.FAIL)
                .map(TierRecord::message)
                .findFirst()
                .orElse(null);
    }
}
