package atlas.validation.lifecycle;

import atlas.validation.gate.RowVerdict;
import atlas.validation.gate.StatusAlgebra;
import atlas.validation.probe.Probe;
import atlas.validation.probe.ProbeFinding;
import atlas.validation.probe.ProbeTarget;
import atlas.validation.record.ProbeRecord;
import atlas.validation.record.Status;
import java.time.Duration;

/** Runs one probe of a target and has its finding judged. */
public final class ApiConformance {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Probe probe;

    public ApiConformance(Probe probe) {
        this.probe = probe;
    }

    /** Runs the probe; never throws for what goes wrong in it. */
    public RowVerdict run(TargetRun target) {
        ServerConnection connection = target.connection();
        ProbeFinding finding = probe.run(new ProbeTarget(
                target.plan().name(),
                connection.endpoint(),
                connection.model(),
                connection.template().spelling(),
                connection.client(),
                PATIENCE,
                target.cancellation()));
        Status status =
                StatusAlgebra.ofProbe(finding.passed(), target.plan().config().enforcesProbes());
        target.probed(new ProbeRecord(probe.name(), status, finding.message(), finding.evidence()));
        return Verdicts.of(status, finding.message());
    }

    /** Notes that the probe was not run. */
    public void skipped(TargetRun target, String reason) {
        target.probed(new ProbeRecord(probe.name(), Status.SKIPPED, reason, null));
    }
}
