package atlas.validation.lifecycle;

import static java.util.Objects.requireNonNull;

import atlas.validation.client.CellLoad;
import atlas.validation.client.CellMeasurement;
import atlas.validation.client.LoadListener;
import atlas.validation.client.LoadProgress;
import atlas.validation.config.Combo;
import atlas.validation.config.Params;
import atlas.validation.config.Slo;
import atlas.validation.gate.CellJudge;
import atlas.validation.gate.CellVerdict;
import atlas.validation.gate.RowVerdict;
import atlas.validation.metric.CellInput;
import atlas.validation.metric.CellMetrics;
import atlas.validation.metric.GoodputLimits;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.metric.Tier;
import atlas.validation.plan.PlannedCell;
import atlas.validation.plan.TargetPlan;
import atlas.validation.record.CellId;
import atlas.validation.record.RequestRecord;
import atlas.validation.workload.Prompts;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Drives one sweep cell, has its figures judged, and makes sure that the server is still there for the next.
 *
 * @param cell the cell
 * @param tiers those of its tiers that a tag filter left; limits of others are not judged
 * @param number its position among the cells that run, from 1
 * @param of number of cells that run
 */
public record AtlasInference(PlannedCell cell, List<Tier> tiers, int number, int of) implements Stage {

    /** What the names of all these stages begin with. */
    public static final String NAME = "atlas_inference";

    public AtlasInference {
        requireNonNull(cell, "cell is null");
        tiers = List.copyOf(tiers);
    }

    @Override
    public String name() {
        return NAME + "[" + cell.id() + "]";
    }

    @Override
    public boolean blocksOthers() {
        return false;
    }

    @Override
    public RowVerdict run(TargetRun target) {
        TargetPlan plan = target.plan();
        target.listener().cellStarted(plan, cell, number, of);
        CellMeasurement measurement;
        Optional<String> broken;
        try (ServerNews.Watch watch = target.news().watch(cell.id(), target.cancellation())) {
            measurement = target.connection()
                    .client()
                    .run(load(target), watch.cancellation(), new Progress(target, cell, number, of));
            broken = watch.trouble();
        }
        CellMetrics metrics = CellMetrics.of(input(plan, measurement.rows()));
        if (measurement.cancelled()
                && (broken.isEmpty() || target.cancellation().isCancelled())) {
            CellVerdict cancelled = CellVerdict.skipped(
                    "cancelled after %d of %d requests"
                            .formatted(metrics.counts().succeeded(), cell.requests()),
                    tiers);
            keep(target, metrics, cancelled);
            return new RowVerdict(cancelled.status(), cancelled.message(), List.of());
        }
        CellVerdict judged = new CellJudge(MetricRegistry.standard())
                .judge(cell.id(), metrics, tiers, cell.limits(), plan.enforced());
        Liveness liveness = new Liveness(target);
        Optional<String> trouble = broken.map(reason -> liveness.afterFault(cell.id(), reason))
                .or(() -> Optional.ofNullable(measurement.abortReason()))
                .or(() -> liveness.check(cell.id(), metrics.counts()));
        keep(target, metrics, trouble.map(judged::inTrouble).orElse(judged));
        return trouble.map(Verdicts::error).orElseGet(() -> RowVerdict.ofInference(metrics.counts()));
    }

    private void keep(TargetRun target, CellMetrics metrics, CellVerdict verdict) {
        CellResult result = new CellResult(cell, metrics, verdict);
        target.result(result);
        target.listener().cellFinished(target.plan(), TargetRecords.cell(result));
    }

    private CellLoad load(TargetRun target) {
        Params params = target.plan().config().params();
        return new CellLoad(
                target.plan().name(),
                cell.id(),
                Prompts.of(cell.combo(), params, target.salt() + "-" + cell.id()),
                users(cell.id()),
                cell.warmupRequests(),
                cell.requests());
    }

    private static int users(CellId id) {
        return switch (id.load()) {
            case CellId.Concurrency(int users) -> users;
            case CellId.Rate rate ->
                throw new IllegalStateException("a rate cell is a problem, and never gets here: " + id);
        };
    }

    private CellInput input(TargetPlan plan, List<RequestRecord> rows) {
        Params params = plan.config().params();
        Combo combo = cell.combo();
        return new CellInput(
                cell.id(),
                rows,
                params.servingGpus(),
                combo.isl(),
                combo.osl(),
                params.randomRangeRatio(),
                goodput(combo.slo()),
                plan.percentiles());
    }

    private static @Nullable GoodputLimits goodput(@Nullable Slo slo) {
        return slo == null ? null : new GoodputLimits(slo.ttftMs(), slo.tpotMs(), slo.e2elMs());
    }

    /** Hands on what the client tells. */
    private record Progress(TargetRun target, PlannedCell cell, int number, int of) implements LoadListener {

        @Override
        public void requestFinished(RequestRecord row) {
            target.listener().requestFinished(row);
        }

        @Override
        public void requestFailed(RequestRecord row, byte[] answerStart) {
            byte[] masked = new ApiKeyMask(target.connection().endpoint().apiKey()).apply(answerStart);
            target.listener().requestFailed(row, masked);
        }

        @Override
        public void progress(LoadProgress snapshot) {
            target.listener().cellProgress(target.plan(), cell, number, of, snapshot);
        }
    }
}
