package atlas.validation.engine;

import atlas.validation.gate.RowVerdict;
import atlas.validation.lifecycle.Stage;
import atlas.validation.lifecycle.TargetRun;
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
}
