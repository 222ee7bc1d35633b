package atlas.validation.lifecycle;

import static java.util.Objects.requireNonNull;

import atlas.validation.client.Calibration;
import atlas.validation.client.Cancellation;
import atlas.validation.client.CellLoad;
import atlas.validation.client.CellMeasurement;
import atlas.validation.client.LoadClient;
import atlas.validation.client.LoadListener;
import atlas.validation.client.LoadProgress;
import atlas.validation.client.RawAnswer;
import atlas.validation.config.Combo;
import atlas.validation.config.LoadSettings;
import atlas.validation.config.Params;
import atlas.validation.config.Slo;
import atlas.validation.config.Workload;
import atlas.validation.gate.CellJudge;
import atlas.validation.gate.CellVerdict;
import atlas.validation.gate.ClientFitness;
import atlas.validation.gate.RowVerdict;
import atlas.validation.metric.CellInput;
import atlas.validation.metric.CellMetrics;
import atlas.validation.metric.FailureTally;
import atlas.validation.metric.GoodputLimits;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.metric.RequestReadings;
import atlas.validation.metric.Tier;
import atlas.validation.metric.WorkloadKind;
import atlas.validation.plan.PlannedCell;
import atlas.validation.plan.TargetPlan;
import atlas.validation.record.CellFitness;
import atlas.validation.record.CellId;
import atlas.validation.record.RequestRecord;
import atlas.validation.server.RunningServer;
import atlas.validation.workload.Arrivals;
import atlas.validation.workload.Prompts;
import java.time.Instant;
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
        ServerApi api = target.api();
        target.listener().cellStarted(plan, cell, number, of);
        FailureTally failures = new FailureTally("POST "
                + target.connection()
                        .endpoint()
                        .url(target.connection().template().api()));
        CellLoad load = load(target, api);
        LoadClient client = target.connection().client();
        Calibration.Result calibration = target.calibrations().of(client, load, target.cancellation());
        AnswerWatch answers = AnswerWatch.of(target, tiers);
        CellMeasurement measurement;
        Optional<String> broken;
        try (ServerNews.Watch watch = target.news().watch(cell.id(), target.cancellation())) {
            RunningServer server = target.server();
            if (server != null) {
                server.ended().thenRun(watch::serverEnded);
            }
            measurement = measure(target, client, load, watch.cancellation(), failures, answers);
            broken = watch.trouble();
        }
        CellMetrics ofRequests = CellMetrics.of(input(plan, measurement.rows(), calibration.ttftOverheadMs()));
        CellMetrics metrics = answers == null ? ofRequests : answers.addTo(ofRequests);
        CellFitness fitness = ClientFitness.judge(
                RequestReadings.addTo(
                        measurement.readings().withCalibration(calibration.ttftOverheadMs(), calibration.trouble()),
                        measurement.rows(),
                        metrics),
                metrics.value("median_ttft_ms").value(),
                target.simulated());
        if (measurement.cancelled()
                && (broken.isEmpty() || target.cancellation().isCancelled())) {
            CellVerdict cancelled = CellVerdict.skipped(
                    cell.requests() == null
                            ? "cancelled after %d requests"
                                    .formatted(metrics.counts().succeeded())
                            : "cancelled after %d of %d requests"
                                    .formatted(metrics.counts().succeeded(), cell.requests()),
                    tiers);
            keep(target, metrics, failures, cancelled, fitness, measurement.startedAt());
            return new RowVerdict(cancelled.status(), cancelled.message(), List.of());
        }
        CellVerdict judged = new CellJudge(MetricRegistry.standard())
                .judge(cell.id(), metrics, tiers, cell.limits(), plan.enforced(), ClientFitness.whyUnfit(fitness));
        Optional<String> trouble = Optional.empty();
        try {
            Liveness liveness = new Liveness(target);
            trouble = broken.map(reason -> liveness.afterFault(cell.id(), reason))
                    .or(() -> Optional.ofNullable(measurement.abortReason()))
                    .or(() -> liveness.check(cell.id().toString()));
        } finally {
            // What was measured stays, even if the run is cancelled while the server is looked at.
            CellVerdict verdict = trouble.map(judged::inTrouble).orElse(judged);
            keep(target, metrics, failures, verdict, fitness, measurement.startedAt());
        }
        return trouble.map(Verdicts::error).orElseGet(() -> RowVerdict.ofInference(metrics.counts()));
    }

    private CellMeasurement measure(
            TargetRun target,
            LoadClient client,
            CellLoad load,
            Cancellation cancellation,
            FailureTally failures,
            @Nullable AnswerWatch answers) {
        if (answers != null) {
            answers.begin();
        }
        try {
            return client.run(load, cancellation, new Progress(target, cell, number, of, failures));
        } finally {
            if (answers != null) {
                answers.end();
            }
        }
    }

    private void keep(
            TargetRun target,
            CellMetrics metrics,
            FailureTally failures,
            CellVerdict verdict,
            CellFitness fitness,
            Instant startedAt) {
        CellResult result = new CellResult(cell, metrics, failures.records(), verdict, fitness, startedAt);
        target.result(result);
        target.listener().cellFinished(target.plan(), TargetRecords.cell(result));
    }

    private CellLoad load(TargetRun target, ServerApi api) {
        Params params = target.plan().config().params();
        return new CellLoad(
                target.plan().name(),
                cell.id(),
                Prompts.of(cell.combo(), params, target.salt() + "-" + cell.id(), api.promptTokens(target, cell)),
                loop(params),
                cell.warmupRequests());
    }

    private CellLoad.Loop loop(Params params) {
        LoadSettings settings = params.load();
        return switch (cell.id().load()) {
            case CellId.Concurrency(int users) ->
                new CellLoad.ClosedLoop(users, cell.requests(), cell.duration(), settings.drain());
            case CellId.Rate(double perSecond) ->
                new CellLoad.OpenLoop(
                        Arrivals.of(
                                settings,
                                perSecond,
                                requireNonNull(cell.requests(), "a rate cell has a number of requests"),
                                params.seed()),
                        cell.duration() != null,
                        settings.maxConcurrency(),
                        settings.drain());
        };
    }

    private CellInput input(TargetPlan plan, List<RequestRecord> rows, @Nullable Double clientTtftOverheadMs) {
        Params params = plan.config().params();
        Combo combo = cell.combo();
        return new CellInput(
                cell.id(),
                rows,
                cell.id().load() instanceof CellId.Rate ? params.load().maxConcurrency() : null,
                params.servingGpus(),
                combo.isl(),
                combo.osl(),
                combo.workload() == Workload.PREFIX ? 1 : params.randomRangeRatio(),
                goodput(combo.slo()),
                plan.percentiles(),
                clientTtftOverheadMs,
                kind(combo.workload()),
                combo.turns());
    }

    private static WorkloadKind kind(Workload workload) {
        return switch (workload) {
            case RANDOM, PROMPT, DATASET -> WorkloadKind.SINGLE;
            case PREFIX -> WorkloadKind.PREFIX_PAIRS;
            case MULTI_TURN -> WorkloadKind.CONVERSATIONS;
            case TOOLS -> WorkloadKind.TOOL_CALLS;
        };
    }

    private static @Nullable GoodputLimits goodput(@Nullable Slo slo) {
        return slo == null ? null : new GoodputLimits(slo.ttftMs(), slo.tpotMs(), slo.e2elMs());
    }

    /** Hands on what the client tells. */
    private record Progress(TargetRun target, PlannedCell cell, int number, int of, FailureTally failures)
            implements LoadListener {

        @Override
        public void requestFinished(RequestRecord row) {
            target.listener().requestFinished(row);
        }

        @Override
        public void requestFailed(RequestRecord row, RawAnswer answer) {
            failures.add(row, !answer.isEmpty());
            ApiKeyMask mask = new ApiKeyMask(target.connection().endpoint().apiKey());
            target.listener().requestFailed(row, mask.apply(answer));
        }

        @Override
        public void preparing(int done, int of) {
            target.listener().cellPreparing(target.plan(), cell, done, of);
        }

        @Override
        public void progress(LoadProgress snapshot) {
            target.listener().cellProgress(target.plan(), cell, number, of, snapshot);
        }
    }
}
