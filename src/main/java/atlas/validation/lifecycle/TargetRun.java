package atlas.validation.lifecycle;

import static java.util.Objects.requireNonNull;

import atlas.validation.client.Cancellation;
import atlas.validation.config.ServerRuntime;
import atlas.validation.config.ValidationConfig;
import atlas.validation.gate.Baseline;
import atlas.validation.gate.History;
import atlas.validation.gate.Judging;
import atlas.validation.gate.RowVerdict;
import atlas.validation.plan.TargetPlan;
import atlas.validation.record.CellId;
import atlas.validation.record.ProbeRecord;
import atlas.validation.record.SweepRepeats;
import atlas.validation.record.TierRecord;
import atlas.validation.record.Warning;
import atlas.validation.server.RunningServer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One target on its way through a run: what it is, and everything found out about it so far. Used by the running
 * thread; only {@link #kill()} and what a {@link LaunchNews} hears may come from another.
 */
public final class TargetRun {

    private final TargetPlan plan;
    private final SweepTask task;
    private final Cancellation cancellation;
    private final RunListener listener;
    private final RunPaths paths;
    private final String runId;
    private final String salt;
    private final Calibrations calibrations;
    private final WeightsOnNode weights;

    private final TargetStages stages = new TargetStages(this);
    private final TargetNotes notes = new TargetNotes();
    private final HeldServer held = new HeldServer();
    private final ServerNews news = new ServerNews();
    private final Map<CellId, CellResult> cells = new LinkedHashMap<>();
    private @Nullable ServerFacts facts;
    private @Nullable ServerApi api;
    private @Nullable String shapeServed;
    private @Nullable SweepRepeats sweepRepeats;
    private @Nullable Baseline baseline;
    private int restarts;

    /**
     * Prepares a target.
     *
     * @param plan what is to be done
     * @param task what is asked of its cells
     * @param cancellation stops it
     * @param runId the run that it is part of
     * @param salt fresh for each run: makes its prompts unlike those of any other
     * @param calibrations what the client adds to TTFT by itself
     */
    TargetRun(
            TargetPlan plan,
            SweepTask task,
            Cancellation cancellation,
            RunListener listener,
            RunPaths paths,
            String runId,
            String salt,
            Calibrations calibrations) {
        this.plan = requireNonNull(plan, "plan is null");
        this.task = requireNonNull(task, "task is null");
        this.cancellation = requireNonNull(cancellation, "cancellation is null");
        this.listener = requireNonNull(listener, "listener is null");
        this.paths = requireNonNull(paths, "paths is null");
        this.runId = requireNonNull(runId, "runId is null");
        this.salt = requireNonNull(salt, "salt is null");
        this.calibrations = requireNonNull(calibrations, "calibrations is null");
        this.weights = new WeightsOnNode(plan.config().functional().dropPageCache(), this::warn);
    }

    public TargetPlan plan() {
        return plan;
    }

    /** Returns why a stage is not run, or empty when it is. */
    public Optional<String> skipReason(Stage stage) {
        return stages.skipReason(stage);
    }

    /** Returns why nothing that needs the server is run, or empty when it is there. */
    public Optional<String> unusable() {
        return stages.unusable();
    }

    /** Notes that a stage was not run. */
    public void skipped(Stage stage, String reason) {
        stages.skipped(stage, reason);
    }

    /** Runs a stage and keeps what came of it. Never throws for what goes wrong in it. */
    public RowVerdict perform(Stage stage) {
        return stages.perform(stage);
    }

    /** Makes every later stage but the teardown be skipped with this reason. */
    void block(String reason) {
        stages.block(reason);
    }

    /** Returns what runs the stages. */
    TargetStages stages() {
        return stages;
    }

    /** Keeps how all that a launch has started is removed at once. */
    void launching(Runnable removal) {
        held.launching(removal);
    }

    /** Lets go of the server and of the client; does nothing a second time. */
    public void release() {
        held.release();
    }

    /** Ends the server and all that its launch has started, at once and from any thread, without a teardown. */
    public void kill() {
        held.kill();
    }

    Cancellation cancellation() {
        return cancellation;
    }

    RunListener listener() {
        return listener;
    }

    RunPaths paths() {
        return paths;
    }

    String runId() {
        return runId;
    }

    String salt() {
        return salt;
    }

    Calibrations calibrations() {
        return calibrations;
    }

    @Nullable
    RunningServer server() {
        return held.server();
    }

    void server(RunningServer launched) {
        held.server(launched);
    }

    /** Returns the way to the server, which {@link ServerHealth} has opened. */
    ServerConnection connection() {
        return held.connection();
    }

    void connection(ServerConnection opened) {
        held.connection(opened);
        facts = new ServerFacts(
                opened.endpoint().base(), opened.model(), opened.ready().simulated());
    }

    /** Returns what was learnt of the server when it became ready, or null when it never did. */
    @Nullable
    ServerFacts facts() {
        return facts;
    }

    /**
     * Returns the model that the server is asked for, or null as long as neither the config nor the server has said.
     */
    public @Nullable String model() {
        return facts == null ? plan.config().model().id() : facts.model();
    }

    /** Tells whether a simulator stands in for the server, as far as is known by now. */
    public boolean simulated() {
        ValidationConfig config = plan.config();
        return (config.launches() && config.container().runtime() == ServerRuntime.EMBEDDED)
                || (facts != null && facts.simulated());
    }

    /** Counts one more restart and tells whether the config allows it. */
    boolean mayRestart() {
        return switch (plan.config().params().restartServer()) {
            case NEVER -> false;
            case ONCE -> restarts++ == 0;
        };
    }

    /** Takes note of the shape that is measured next, and tells whether the last one was another. */
    boolean turnsTo(String shape) {
        String before = shapeServed;
        shapeServed = shape;
        return before != null && !before.equals(shape);
    }

    /** Returns what is known of the model's files on the node that serves. */
    WeightsOnNode weights() {
        return weights;
    }

    /** Returns what the server's API can do, which the first call finds out; it generates. */
    ServerApi api() {
        if (api == null) {
            api = ServerApi.explore(this);
            listener.apiExplored(plan, api.sentence());
        }
        return api;
    }

    /** Lets go of what counts tokens; what was found out stays. */
    void forgetApi() {
        if (api != null) {
            api.close();
        }
    }

    /** Returns what was found out about the server's API by now, as the record has it. */
    Map<String, Object> capabilities() {
        return api == null ? Map.of() : api.fields();
    }

    /** Adds a warning, from any thread; the same one twice is told once. */
    void warn(Warning warning) {
        notes.warn(warning);
    }

    /** Returns what its stages note of it. */
    TargetNotes notes() {
        return notes;
    }

    ServerNews news() {
        return news;
    }

    /**
     * Returns how its checks are judged. What it is held against is chosen once, the first time: by then it is known
     * what it runs on.
     */
    Judging judging() {
        return task.judging().against(baseline());
    }

    /** Returns what the runs of the past say of it, or null where none were named. */
    @Nullable
    Baseline baseline() {
        History history = task.history();
        if (history != null && baseline == null) {
            baseline = history.baseline(TargetRecords.of(this, task.chosen()));
        }
        return baseline;
    }

    /** Returns the baseline that its checks have been held against, or null where none has. */
    @Nullable
    Baseline chosenBaseline() {
        return baseline;
    }

    SweepTask task() {
        return task;
    }

    /** Keeps how far the sweeps over its cells have come, where there are several. */
    void sweepRepeats(SweepRepeats repeats) {
        sweepRepeats = repeats;
    }

    @Nullable
    SweepRepeats sweepRepeats() {
        return sweepRepeats;
    }

    void result(CellResult result) {
        cells.put(result.cell().id(), result);
    }

    /** Returns what was measured in a cell, or empty when it was not run. */
    public Optional<CellResult> result(CellId cell) {
        return Optional.ofNullable(cells.get(cell));
    }

    void probed(ProbeRecord probe) {
        notes.probed(probe);
        listener.probeFinished(plan, probe);
    }

    /** Returns what the probes have found so far. */
    public List<ProbeRecord> probes() {
        return notes.probes();
    }

    /** Returns what was judged once for the server so far. */
    public List<TierRecord> targetTiers() {
        return notes.targetTiers();
    }
}
