package atlas.validation.engine;

import atlas.validation.gate.RowVerdict;
import atlas.validation.lifecycle.ColdStartMeasurement;
import atlas.validation.lifecycle.LaunchContainer;
import atlas.validation.lifecycle.ServerHealth;
import atlas.validation.lifecycle.Stage;
import atlas.validation.lifecycle.TargetRun;
import atlas.validation.record.CheckRecord;
import atlas.validation.record.Status;
import atlas.validation.report.Evidence;
import java.util.List;
import java.util.Optional;

/** A lifecycle stage of a target. */
record StageRow(String target, Stage stage) implements Row {

    @Override
    public Optional<String> skipReason(ValidationContext context) {
        TargetRun run = context.run().target(target);
        Optional<String> reason = run.skipReason(stage);
        reason.ifPresent(told -> run.skipped(stage, told));
        return reason;
    }

    @Override
    public RowVerdict run(ValidationContext context) {
        return context.run().target(target).perform(stage);
    }

    @Override
    public List<CheckRecord> checks(ValidationContext context) {
        return stage instanceof ColdStartMeasurement
                ? context.run().target(target).targetTiers().stream()
                        .flatMap(tier -> tier.checks().stream())
                        .toList()
                : List.of();
    }

    /** Shows the server's log wherever the server is the subject or the trouble. */
    @Override
    public List<Evidence> evidence(ValidationContext context, RowVerdict verdict) {
        boolean ofServer = stage instanceof LaunchContainer || stage instanceof ServerHealth;
        return ofServer || verdict.status() == Status.ERROR ? context.serverLog(target) : List.of();
    }
}
