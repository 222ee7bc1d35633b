package atlas.validation.lifecycle;

import atlas.validation.config.Params;
import atlas.validation.gate.RowVerdict;
import atlas.validation.gate.StatusAlgebra;
import atlas.validation.probe.Probe;
import atlas.validation.probe.ProbeFinding;
import atlas.validation.probe.ProbeSettings;
import atlas.validation.probe.ProbeTarget;
import atlas.validation.record.ProbeRecord;
import atlas.validation.record.Status;
import atlas.validation.server.ServerDriver;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Runs one probe of a target and has its finding judged. */
public final class ApiConformance {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Probe probe;

    public ApiConformance(Probe probe) {
        this.probe = probe;
    }

    /** Returns why the probe is not run on a target, or empty when it is. */
    public Optional<String> skipReason(TargetRun target) {
        ServerDriver driver = ServerDriver.of(target.plan().config().params().driver());
        return target.unusable().or(() -> Optional.ofNullable(driver.knownGaps().get(probe.name())));
    }

    /** Runs the probe; never throws for what goes wrong in it. */
    public RowVerdict run(TargetRun target) {
        try {
            return judged(target, probe.run(probed(target)));
        } catch (CancellationException cancelled) {
            return keep(target, Status.SKIPPED, "the run was cancelled", null);
        }
    }

    private RowVerdict judged(TargetRun target, ProbeFinding finding) {
        boolean enforced = target.plan().config().enforcesProbes();
        Status status = switch (finding.result()) {
            case PASSED -> StatusAlgebra.ofProbe(true, enforced);
            case FAILED -> StatusAlgebra.ofProbe(false, enforced);
            case NOT_OFFERED -> Status.SKIPPED;
        };
        if (finding.result() != ProbeFinding.Result.FAILED) {
            return keep(target, status, finding.message(), finding.evidence());
        }
        return new Liveness(target)
                .check("api_conformance[" + probe.name() + "]")
                .map(gone -> keep(
                        target,
                        Status.ERROR,
                        "%s; and then: %s".formatted(finding.message(), gone),
                        finding.evidence()))
                .orElseGet(() -> keep(target, status, finding.message(), finding.evidence()));
    }

    private RowVerdict keep(TargetRun target, Status status, String message, @Nullable String evidence) {
        target.probed(new ProbeRecord(probe.name(), status, message, evidence));
        return Verdicts.of(status, message);
    }

    /** Notes that the probe was not run. */
    public void skipped(TargetRun target, String reason) {
        target.probed(new ProbeRecord(probe.name(), Status.SKIPPED, reason, null));
    }

    /** Returns a target as probes see it. */
    static ProbeTarget probed(TargetRun target) {
        Duration total = target.connection().limits().total();
        return probed(target, total.compareTo(PATIENCE) < 0 ? total : PATIENCE);
    }

    /** Returns a target as probes see it that wait for an answer no longer than this. */
    static ProbeTarget probed(TargetRun target, Duration patience) {
        ServerConnection connection = target.connection();
        Params params = target.plan().config().params();
        return new ProbeTarget(
                target.plan().name(),
                connection.endpoint(),
                connection.model(),
                connection.template().spelling(),
                connection.client(),
                patience,
                target.cancellation(),
                new ProbeSettings(
                        ServerDriver.of(params.driver()),
                        connection.template().sampling(),
                        connection.template().extraBody(),
                        params.maxModelLength(),
                        connection::clientSending,
                        target.salt()));
    }
}
