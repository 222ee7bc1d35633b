package atlas.validation.gate;

import static java.util.Objects.requireNonNull;

import atlas.validation.config.ThresholdEntry;
import atlas.validation.metric.CellMetrics;
import atlas.validation.metric.MetricDefinition;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.metric.MetricValue;
import atlas.validation.metric.Tier;
import atlas.validation.record.CellId;
import atlas.validation.record.CheckRecord;
import atlas.validation.record.Counts;
import atlas.validation.record.Status;
import atlas.validation.record.TierRecord;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Holds the limits of a cell, or of what is measured once per server, against what was measured. Immutable.
 *
 * <p>A limit is judged in the tier of its metric; on a metric that is otherwise only kept, in {@link Tier#LATENCY} when
 * it is a time in ms, else in {@link Tier#HEALTH}. A limit on a metric that the cell cannot have at all, such as
 * goodput without an objective, is judged in {@link Tier#HEALTH}, where it is an error: no limit is passed over in
 * silence.
 */
public final class CellJudge {

    private final MetricRegistry registry;
    private final CheckJudge checks;

    public CellJudge(MetricRegistry registry) {
        this.registry = requireNonNull(registry, "registry is null");
        this.checks = new CheckJudge(registry);
    }

    /**
     * Judges a cell. Of three repeats or more, the interval of their mean is held against a limit, in place of the mean
     * alone; a limit that it lies across is inconclusive.
     *
     * @param id the cell
     * @param metrics what was measured
     * @param tiers the tiers to judge, in the order of the verdict's; limits of other tiers are passed over
     * @param limits its limits, in file order
     * @param enforced whether limits are enforced that do not say themselves
     * @param unfit why the client cannot be trusted, as a clause, or null when it can
     * @param judging what the checks of the run have in common
     */
    public CellVerdict judge(
            CellId id,
            CellMetrics metrics,
            List<Tier> tiers,
            List<ThresholdEntry> limits,
            boolean enforced,
            @Nullable String unfit,
            Judging judging) {
        Map<Tier, List<JudgedCheck>> byTier = byTier(id, metrics, tiers, limits, enforced, unfit, judging);
        return verdict(byTier, tiers, unmeasured(metrics));
    }

    /** Returns every check of a cell as {@link #judge} makes it, in the order of its tiers. */
    List<JudgedCheck> checks(RepeatedCell cell, Judging judging) {
        return byTier(cell.id(), cell.metrics(), cell.tiers(), cell.limits(), cell.enforced(), cell.unfit(), judging)
                .values()
                .stream()
                .flatMap(List::stream)
                .toList();
    }

    private static @Nullable String unmeasured(CellMetrics metrics) {
        return metrics.counts().succeeded() == 0 ? noSuccess(metrics.counts()) : null;
    }

    private Map<Tier, List<JudgedCheck>> byTier(
            CellId id,
            CellMetrics metrics,
            List<Tier> tiers,
            List<ThresholdEntry> limits,
            boolean enforced,
            @Nullable String unfit,
            Judging judging) {
        Subject subject = new Subject(id.value(), metrics::value, unfit, unmeasured(metrics), enforced, judging);
        Map<Tier, List<JudgedCheck>> byTier = new EnumMap<>(Tier.class);
        tiers.forEach(tier -> byTier.put(tier, new ArrayList<>()));
        for (ThresholdEntry limit : limits) {
            Tier tier = tierOf(limit, metrics);
            List<JudgedCheck> judged = byTier.get(tier);
            if (judged != null) {
                judged.add(checks.judge(limit, tier, subject));
            }
        }
        return byTier;
    }

    /**
     * Judges what is measured once per server.
     *
     * @param target the target's name
     * @param actuals figure by name, null where not measured
     * @param limits the limits of the key {@code TARGET}
     * @param enforced whether limits are enforced that do not say themselves
     */
    public CellVerdict judgeTarget(
            String target, Map<String, @Nullable Double> actuals, List<ThresholdEntry> limits, boolean enforced) {
        Subject subject = new Subject(target, name -> single(actuals.get(name)), null, null, enforced, Judging.plain());
        List<JudgedCheck> judged = limits.stream()
                .map(limit -> checks.judge(limit, Tier.TARGET, subject))
                .toList();
        return verdict(Map.of(Tier.TARGET, judged), List.of(Tier.TARGET), null);
    }

    /** Says in a clause that no request succeeded, and how they ended instead. */
    static String noSuccess(Counts counts) {
        if (counts.attempted() == 0) {
            return "no request was sent";
        }
        String outcomes = counts.byOutcome().entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
        return "no request succeeded: %s of %d attempted".formatted(outcomes, counts.attempted());
    }

    private static CellVerdict verdict(
            Map<Tier, List<JudgedCheck>> byTier, List<Tier> tiers, @Nullable String unmeasured) {
        List<TierRecord> records = new ArrayList<>();
        List<JudgedCheck> all = new ArrayList<>();
        for (Tier tier : tiers) {
            List<JudgedCheck> judged = byTier.getOrDefault(tier, List.of());
            Summary summary =
                    judged.isEmpty() && unmeasured != null ? Summary.onRecord(unmeasured) : Summary.of(judged);
            List<CheckRecord> checks = judged.stream().map(JudgedCheck::record).toList();
            records.add(new TierRecord(tier.word(), summary.status(), summary.message(), checks));
            all.addAll(judged);
        }
        if (unmeasured != null) {
            return new CellVerdict(Status.ERROR, "error: " + unmeasured, records);
        }
        Summary whole = Summary.of(all);
        return new CellVerdict(whole.status(), whole.message(), records);
    }

    private Tier tierOf(ThresholdEntry limit, CellMetrics metrics) {
        MetricDefinition metric = registry.find(limit.metric()).orElse(null);
        if (metric == null) {
            return Tier.HEALTH;
        }
        return switch (metric.tier()) {
            case THROUGHPUT, TTFT, TPOT, LATENCY, HEALTH -> metric.tier();
            case RECORD -> metric.unit().equals("ms") ? Tier.LATENCY : Tier.HEALTH;
            case GOODPUT, SCALING, TOOLS, PREFIX, CORRECTNESS, TARGET ->
                metrics.values().containsKey(metric.name()) ? metric.tier() : Tier.HEALTH;
        };
    }

    private static MetricValue single(@Nullable Double actual) {
        return actual == null || !Double.isFinite(actual) ? MetricValue.unmeasured() : MetricValue.of(actual, 1);
    }
}
