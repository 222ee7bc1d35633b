package atlas.validation.cli;

import atlas.validation.engine.RunPreview;
import atlas.validation.gate.RunVerdict;
import atlas.validation.record.PlanRecord;
import atlas.validation.report.PlanReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tells what a run would do, and touches no server. */
@Command(
        name = "plan",
        description =
                "Tell what a run would do: servers, cells, tags, limits, requests, and a guess of time and tokens.",
        footer = {
            "",
            "No server is touched. The time is a guess from what goodput_slo, else the limits, ask of the server; a server"
                    + " that is faster takes less. Ends with 2 when the input has problems."
        })
final class PlanCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Parameters(paramLabel = "CONFIG", arity = "0..*", description = "Config files, as --config takes them.")
    private List<String> configs = new ArrayList<>();

    @Mixin
    private Knobs knobs = new Knobs();

    @Option(names = "--json", description = "Print the plan as JSON, for a program.")
    private boolean json;

    PlanCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        knobs.addConfigs(configs);
        PlanRecord plan;
        try (ShippedFiles.Unpacked shipped = ShippedFiles.read().unpack()) {
            plan = RunPreview.of(
                    knobs::orSystemProperty, surroundings.workingDirectory(), Optional.of(shipped.folder()));
        }
        if (json) {
            surroundings.print(PlanReport.json(plan));
        } else {
            PlanReport.lines(plan).stream().dropWhile(String::isEmpty).forEach(surroundings::print);
        }
        return plan.problems().isEmpty() ? RunVerdict.OK : RunVerdict.CONFIGURATION;
    }
}
