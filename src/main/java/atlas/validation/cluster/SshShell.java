package atlas.validation.cluster;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Runs scripts on another machine. The script goes there as input, so that no login shell reads it.
 *
 * @param target the machine
 */
public record SshShell(SshTarget target) implements NodeShell {

    /** What {@code ssh} itself ends with when there is no connection. */
    private static final int NO_CONNECTION = 255;

    public SshShell {
        requireNonNull(target, "target is null");
    }

    @Override
    public String place() {
        return target.destination() + " (ssh)";
    }

    @Override
    public String typed(String command) {
        return target.typed(command);
    }

    @Override
    public Optional<Double> roundTripMs() {
        return RoundTrip.ofTunnel(target);
    }

    @Override
    public ShellOutput run(String script, Duration limit, BooleanSupplier cancelled) {
        List<String> command = new ArrayList<>(target.command(List.of()));
        command.add("sh -s");
        ShellOutput output = ShellProcess.run(command, script, place(), limit, cancelled);
        if (output.exitCode() == NO_CONNECTION) {
            throw new HostException(SshTrouble.sentence(target, output.err()));
        }
        return output;
    }
}
