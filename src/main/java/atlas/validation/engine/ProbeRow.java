package atlas.validation.engine;

import atlas.validation.gate.RowVerdict;
import atlas.validation.lifecycle.ApiConformance;
import atlas.validation.lifecycle.TargetRun;
import atlas.validation.probe.Probe;
import atlas.validation.record.ProbeRecord;
import atlas.validation.report.Evidence;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** One API conformance probe of a target. */
record ProbeRow(String target, Probe probe) implements Row {

    @Override
    public Optional<String> skipReason(ValidationContext context) {
        TargetRun run = context.run().target(target);
        ApiConformance conformance = new ApiConformance(probe);
        Optional<String> reason = conformance.skipReason(run);
        reason.ifPresent(told -> conformance.skipped(run, told));
        return reason;
    }

    @Override
    public RowVerdict run(ValidationContext context) {
        return new ApiConformance(probe).run(context.run().target(target));
    }

    @Override
    public List<Evidence> evidence(ValidationContext context, RowVerdict verdict) {
        return context.run().target(target).probes().stream()
                .filter(found -> found.name().equals(probe.name()))
                .map(ProbeRecord::evidence)
                .filter(Objects::nonNull)
                .<Evidence>map(evidence -> new Evidence.Text("evidence.txt", evidence))
                .toList();
    }
}
