package atlas.validation.cli;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints the page that sets a machine up. */
@Command(name = "setup", description = "Print how to set a machine up, from nothing to a validated server.")
final class SetupCommand implements Callable<Integer> {

    private static final String BEGIN = "docs/setup-";
    private static final String END = ".md";

    private final Surroundings surroundings;

    @Parameters(paramLabel = "MACHINE", arity = "0..1", description = "Which machine, such as l40s.")
    private @Nullable String machine;

    SetupCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        ShippedFiles files = ShippedFiles.read();
        List<String> machines = files.in("docs").stream()
                .filter(name -> name.startsWith(BEGIN))
                .map(name -> name.substring(BEGIN.length(), name.length() - END.length()))
                .toList();
        String known = machines.stream().collect(Collectors.joining(", "));
        if (machine == null) {
            throw CommandException.input("name the machine: " + known);
        }
        Optional<String> page = files.text(BEGIN + machine + END);
        surroundings.print(page.orElseThrow(() ->
                CommandException.input("there is no page for %s; there is one for %s".formatted(machine, known))));
        return 0;
    }
}
