package atlas.validation.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Finds, copies and explains configs. */
@Command(name = "config", description = "List the shipped configs, copy one to begin with, or show what one comes to.")
final class ConfigCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "one of list, copy and show is needed");
    }
}
