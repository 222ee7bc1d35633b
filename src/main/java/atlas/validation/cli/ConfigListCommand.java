package atlas.validation.cli;

import atlas.validation.config.LoadedConfig;
import atlas.validation.config.ValidationConfig;
import atlas.validation.report.TextTable;
import atlas.validation.report.TextTable.Column;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the shipped configs. */
@Command(name = "list", description = "List the shipped configs, all or those for a GPU, a framework or a model.")
final class ConfigListCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Option(names = "--gpu", paramLabel = "TEXT", description = "Only configs whose GPU has this in its name.")
    private @Nullable String gpu;

    @Option(names = "--framework", paramLabel = "TEXT", description = "Only configs of this framework.")
    private @Nullable String framework;

    @Option(names = "--model", paramLabel = "TEXT", description = "Only configs whose model has this in its name.")
    private @Nullable String model;

    ConfigListCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        ShippedFiles files = ShippedFiles.read();
        TextTable table = new TextTable(List.of(
                Column.text("config", 52),
                Column.text("GPU", 8),
                Column.text("framework", 10),
                Column.text("model", 32),
                Column.text("runs in", 10)));
        int found = 0;
        try (ShippedFiles.Unpacked shipped = files.unpack()) {
            for (String name : files.in("configs")) {
                for (LoadedConfig loaded : Inputs.load(shipped.folder().resolve(name), surroundings)
                        .configs()) {
                    if (matches(loaded.config())) {
                        table.add(row(loaded.config()));
                        found++;
                    }
                }
            }
        }
        if (found == 0) {
            throw CommandException.input("no shipped config fits; config list without a filter lists all of them");
        }
        table.lines("").forEach(surroundings::print);
        surroundings.print("");
        surroundings.print("config copy NAME DIR makes a copy to edit, with its threshold and cluster file");
        return 0;
    }

    private boolean matches(ValidationConfig config) {
        return has(config.gpuArch(), gpu)
                && has(config.framework(), framework)
                && has(config.model().id(), model);
    }

    private static boolean has(@Nullable String value, @Nullable String wanted) {
        return wanted == null
                || value != null && value.toLowerCase(Locale.ROOT).contains(wanted.toLowerCase(Locale.ROOT));
    }

    private static List<String> row(ValidationConfig config) {
        return List.of(
                String.valueOf(Path.of(config.file()).getFileName()).replaceFirst("\\.json$", ""),
                word(config.gpuArch()),
                word(config.framework()),
                word(config.model().id()),
                config.launches() ? config.container().runtime().word() : "no_launch");
    }

    private static String word(@Nullable String value) {
        return Objects.requireNonNullElse(value, "any");
    }
}
