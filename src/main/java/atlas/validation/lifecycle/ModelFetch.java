package atlas.validation.lifecycle;

import atlas.validation.gate.RowVerdict;
import java.util.Optional;

/** Makes sure that the model's weights are where the server will look for them. */
public record ModelFetch() implements Stage {

    @Override
    public String name() {
        return "model_fetch";
    }

    @Override
    public Optional<String> skipReason(TargetRun target) {
        return Optional.of(
                target.plan().config().launches()
                        ? "the simulator needs no weights"
                        : "the server runs already, and has its model");
    }

    @Override
    public RowVerdict run(TargetRun target) {
        throw new IllegalStateException("a runtime that needs weights is a problem, and never gets here");
    }
}
