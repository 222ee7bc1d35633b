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
import atlas.validation.gate.ClientFitness;
import atlas.validation.metric.CellInput;
import atlas.validation.metric.CellMetrics;
import atlas.validation.metric.FailureTally;
import atlas.validation.metric.GoodputLimits;
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
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sends the load of one cell one time, and works its figures out.
 *
 * @param failures counts the failed requests of all repeats of the cell
 */
record CellPass(TargetRun target, PlannedCell cell, List<Tier> tiers, CellPlace place, FailureTally failures) {

    /**
     * What came of it, before anybody has looked at the server.
     *
     * @param repeat its figures, ended whole or cancelled
     * @param broken why the server's log says that it is of no use any more
     * @param aborted why the client gave it up by itself
     */
    record Outcome(CellRepeat repeat, Optional<String> broken, Optional<String> aborted) {}

    Outcome run() {
        CellLoad load = load();
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
            measurement = measure(client, load, watch.cancellation(), answers);
            broken = watch.trouble();
        }
        CellMetrics ofRequests = CellMetrics.of(input(measurement.rows(), calibration.ttftOverheadMs()));
        CellMetrics metrics = answers == null ? ofRequests : answers.addTo(ofRequests);
        CellFitness fitness = ClientFitness.judge(
                RequestReadings.addTo(
                        measurement.readings().withCalibration(calibration.ttftOverheadMs(), calibration.trouble()),
                        measurement.rows(),
                        metrics,
                        cell.id().load() instanceof CellId.Rate),
                metrics.value("median_ttft_ms").value(),
                target.simulated());
        boolean byUser = measurement.cancelled()
                && (broken.isEmpty() || target.cancellation().isCancelled());
        CellRepeat.End end =
                byUser ? new CellRepeat.End.Cancelled(place.told(cancelled(metrics))) : new CellRepeat.End.Whole();
        return new Outcome(
                new CellRepeat(place, metrics, fitness, measurement.startedAt(), end),
                broken,
                Optional.ofNullable(measurement.abortReason()));
    }

    private String cancelled(CellMetrics metrics) {
        int succeeded = metrics.counts().succeeded();
        return cell.requests() == null
                ? "cancelled after %d requests".formatted(succeeded)
                : "cancelled after %d of %d requests".formatted(succeeded, cell.requests());
    }

    private CellMeasurement measure(
            LoadClient client, CellLoad load, Cancellation cancellation, @Nullable AnswerWatch answers) {
        if (answers != null) {
            answers.begin();
        }
        try {
            return client.run(load, cancellation, new Progress(target, cell, place, failures));
        } finally {
            if (answers != null) {
                answers.end();
            }
        }
    }

    private CellLoad load() {
        TargetPlan plan = target.plan();
        Params params = plan.config().params();
        // No repeat may find the prompts of another one in the server's cache.
        String repeat = place.repeat() == 0 ? "" : "-repeat" + (place.repeat() + 1);
        String salt = target.salt() + "-" + cell.id() + repeat;
        return new CellLoad(
                plan.name(),
                cell.id(),
                Prompts.of(cell.combo(), params, salt, target.api().promptTokens(target, cell)),
                loop(params),
                cell.warmupRequests(),
                place.repeat());
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

    private CellInput input(List<RequestRecord> rows, @Nullable Double clientTtftOverheadMs) {
        TargetPlan plan = target.plan();
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
    private record Progress(TargetRun target, PlannedCell cell, CellPlace place, FailureTally failures)
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
            target.listener().cellProgress(target.plan(), cell, place, snapshot);
        }
    }
}
