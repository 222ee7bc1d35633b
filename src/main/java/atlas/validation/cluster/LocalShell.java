package atlas.validation.cluster;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Runs scripts on the machine that the suite runs on. */
public record LocalShell() implements NodeShell {

    @Override
    public String place() {
        return "this machine";
    }

    @Override
    public boolean isHere() {
        return true;
    }

    @Override
    public ShellOutput run(String script, Duration limit, BooleanSupplier cancelled) {
        return ShellProcess.run(List.of("sh", "-s"), script, place(), limit, cancelled);
    }
}
