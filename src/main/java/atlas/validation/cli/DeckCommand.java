package atlas.validation.cli;

import atlas.validation.report.RecordJsonException;
import atlas.validation.report.RunDeck;
import atlas.validation.report.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Renders a run deck again, from the run record alone. */
@Command(name = "deck", description = "Render the run deck again, from a run.json alone.")
final class DeckCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Parameters(paramLabel = "RUN", description = "A run.json, or the folder of a run.")
    private Path run = Path.of("");

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "The page to write; run_deck.html beside the record otherwise.")
    private @Nullable Path output;

    DeckCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Path record = RunFiles.record(surroundings.workingDirectory().resolve(run));
        Path page = output == null
                ? record.resolveSibling(RunFolder.RUN_DECK_HTML)
                : surroundings.workingDirectory().resolve(output);
        String rendered;
        try {
            rendered = RunDeck.of(record);
        } catch (RecordJsonException unreadable) {
            throw CommandException.input(
                    "%s: %s; name a run.json that this suite wrote".formatted(record, unreadable.getMessage()),
                    unreadable);
        }
        try {
            Files.writeString(page, rendered);
        } catch (IOException unwritable) {
            throw CommandException.input("cannot write %s: %s".formatted(page, unwritable), unwritable);
        }
        surroundings.print(page.toString());
        return 0;
    }
}
