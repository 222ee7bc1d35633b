package atlas.validation.lifecycle;

import atlas.validation.gate.RowVerdict;
import java.util.Optional;

/** Finds out which GPUs serve. */
public record DiscoverTopology() implements Stage {

    @Override
    public String name() {
        return "discover_topology";
    }

    @Override
    public Optional<String> skipReason(TargetRun target) {
        return Optional.of(
                target.plan().config().launches()
                        ? "the simulator uses no GPU"
                        : "nothing is assumed about the GPU of a server that runs already");
    }

    @Override
    public RowVerdict run(TargetRun target) {
        throw new IllegalStateException("a runtime with GPUs of its own is a problem, and never gets here");
    }
}
