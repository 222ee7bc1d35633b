package atlas.validation.cli;

import atlas.validation.simulator.SimulatorMain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** Runs the simulator in this process, with its own options. */
@Command(
        name = "simulator",
        description = "Run the simulator of an Atlas server: no model, no GPU, made-up speed.",
        footer = {"", "Usage: simulator serve MODEL [options]; simulator --help lists the options."})
final class SimulatorCommand implements Callable<Integer> {

    @Unmatched
    private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() {
        SimulatorMain.main(arguments.toArray(String[]::new));
        return 0;
    }
}
