package atlas.validation.lifecycle;

import atlas.validation.gate.RowVerdict;
import java.util.Optional;

/** Opens the way between the nodes of a server that spans several. */
public record SetupSshd() implements Stage {

    @Override
    public String name() {
        return "setup_sshd";
    }

    @Override
    public Optional<String> skipReason(TargetRun target) {
        return Optional.of("one node: nothing to connect");
    }

    @Override
    public RowVerdict run(TargetRun target) {
        throw new IllegalStateException("a config with more than one node is a problem, and never gets here");
    }
}
