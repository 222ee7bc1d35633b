package atlas.validation.cli;

import atlas.validation.gate.RunVerdict;
import java.io.PrintWriter;
import java.util.List;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command that the runnable jar is: the names below it do the work. */
@Command(
        name = "atlas-validation",
        description = "Does this inference server work on this GPU, and is it fast enough to merge?",
        mixinStandardHelpOptions = true,
        versionProvider = SuiteVersionProvider.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "First contact: atlas-validation run",
            "The command line is described in docs/command-line.md; atlas-validation help COMMAND prints its options."
        })
public final class AtlasValidation implements Runnable {

    private static final int FAILED = 1;

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-X", "--verbose"},
            scope = ScopeType.INHERIT,
            description = "Print the stack trace of what goes wrong.")
    private boolean verbose;

    private AtlasValidation() {}

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(run(Surroundings.ofThisProcess(), List.of(arguments)));
    }

    /** Runs a command and returns its exit code. */
    static int run(Surroundings surroundings, List<String> arguments) {
        Terminal terminal = surroundings.terminal();
        AtlasValidation root = new AtlasValidation();
        CommandLine command = new CommandLine(root)
                .addSubcommand(new RunCommand(surroundings))
                .addSubcommand(new PlanCommand(surroundings))
                .addSubcommand(new ValidateCommand(surroundings))
                .addSubcommand(new DoctorCommand(surroundings))
                .addSubcommand(new CommandLine(new ConfigCommand())
                        .addSubcommand(new ConfigListCommand(surroundings))
                        .addSubcommand(new ConfigCopyCommand(surroundings))
                        .addSubcommand(new ConfigShowCommand(surroundings)))
                .addSubcommand(new SetupCommand(surroundings))
                .addSubcommand(new DeckCommand(surroundings))
                .addSubcommand(new GateCommand(surroundings))
                .addSubcommand(new DiffCommand(surroundings))
                .addSubcommand(new CalibrateCommand(surroundings))
                .addSubcommand(new SimulatorCommand())
                .addSubcommand("completion", new GenerateCompletion())
                .addSubcommand(new CommandLine.HelpCommand());
        command.setOut(new PrintWriter(terminal.out(), true))
                .setErr(new PrintWriter(terminal.err(), true))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setColorScheme(Help.defaultColorScheme(terminal.colours() ? Help.Ansi.ON : Help.Ansi.OFF))
                .setUsageHelpWidth(Math.min(terminal.width(), Terminal.DEFAULT_WIDTH))
                .setUsageHelpLongOptionsMaxWidth(32)
                .setParameterExceptionHandler((wrong, given) -> refuse(wrong, terminal))
                .setExecutionExceptionHandler((failure, at, parsed) -> root.explain(failure, terminal));
        for (CommandLine subcommand : command.getSubcommands().values()) {
            addHelp(subcommand);
        }
        return command.execute(arguments.toArray(String[]::new));
    }

    /** The simulator prints its own help. */
    private static void addHelp(CommandLine command) {
        boolean own = command.getCommand() instanceof SimulatorCommand;
        command.getCommandSpec()
                .mixinStandardHelpOptions(!own && !command.getCommandSpec().helpCommand());
        command.getSubcommands().values().forEach(AtlasValidation::addHelp);
    }

    /** Tells what is wrong in a line or two: a page of options below it would hide it. */
    private static int refuse(CommandLine.ParameterException wrong, Terminal terminal) {
        terminal.err().println("error: " + wrong.getMessage());
        if (wrong instanceof CommandLine.UnmatchedArgumentException unmatched) {
            List<String> near = unmatched.getSuggestions();
            if (!near.isEmpty()) {
                terminal.err().println("did you mean " + String.join(" or ", near) + "?");
            }
        }
        String name = wrong.getCommandLine().getCommandSpec().qualifiedName();
        terminal.err().println(name + " --help lists what can be given");
        return RunVerdict.CONFIGURATION;
    }

    private int explain(Exception failure, Terminal terminal) {
        if (verbose) {
            failure.printStackTrace(terminal.err());
        }
        if (failure instanceof CommandException known) {
            terminal.err().println("error: " + known.getMessage());
            return known.exitCode();
        }
        terminal.err().println("error: " + failure + (verbose ? "" : "; -X prints the stack trace"));
        return FAILED;
    }

    /** Without a command, tells which there are. */
    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "a command is needed");
    }
}
