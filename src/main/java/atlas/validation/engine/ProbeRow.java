package atlas.validation.engine;

import atlas.validation.gate.RowVerdict;
import atlas.validation.lifecycle.ApiConformance;
import atlas.validation.lifecycle.TargetRun;
import atlas.validation.probe.Probe;
import java.util.Optional;

/** One API conformance probe of a target. */
record ProbeRow(String target, Probe probe) implements Row {

    @Override
    public Optional<String> skipReason(ValidationContext context) {
        TargetRun run = context.run().target(target);
        Optional<String> reason = run.unusable();
        reason.ifPresent(told -> new ApiConformance(probe).skipped(run, told));
        return reason;
    }

    @Override
    public RowVerdict run(ValidationContext context) {
        return new ApiConformance(probe).run(context.run().target(target));
    }
}
