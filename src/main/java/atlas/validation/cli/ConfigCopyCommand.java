package atlas.validation.cli;

import atlas.validation.config.LoadedFiles;
import atlas.validation.record.Problem;
import atlas.validation.report.PlainText;
import atlas.validation.text.NearestNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Copies a shipped config with everything that it refers to, and tells what is to be edited. */
@Command(
        name = "copy",
        description = "Copy a shipped config, its threshold file, its cluster file and the schemas into a folder.")
final class ConfigCopyCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Parameters(index = "0", paramLabel = "NAME", description = "A config that config list lists.")
    private String name = "";

    @Parameters(index = "1", paramLabel = "DIR", description = "Where the copies go; made when absent.")
    private Path folder = Path.of("");

    @Option(names = "--force", description = "Overwrite files of the same names.")
    private boolean force;

    ConfigCopyCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        ShippedFiles files = ShippedFiles.read();
        String config = "configs/" + name.replaceFirst("^configs/", "").replaceFirst("\\.json$", "") + ".json";
        if (files.bytes(config).isEmpty()) {
            throw CommandException.input(unknown(files));
        }
        Path to = surroundings.workingDirectory().resolve(folder);
        Set<String> needed = new TreeSet<>();
        try (ShippedFiles.Unpacked shipped = files.unpack()) {
            LoadedFiles loaded = Inputs.load(shipped.folder().resolve(config), surroundings);
            loaded.configs()
                    .forEach(one -> one.files()
                            .forEach(file -> needed.add(shipped.folder()
                                    .toAbsolutePath()
                                    .normalize()
                                    .relativize(file)
                                    .toString())));
            needed.addAll(files.in("configs/schema"));
            copy(shipped.folder(), to, needed);
        }
        surroundings.print("copied to %s".formatted(folder));
        needed.forEach(file -> surroundings.print("  " + file));
        tellWhatToEdit(folder.resolve(config));
        return 0;
    }

    private String unknown(ShippedFiles files) {
        List<String> names = files.in("configs").stream()
                .map(file -> file.substring("configs/".length(), file.length() - ".json".length()))
                .toList();
        List<String> near = NearestNames.to(name, names);
        return "there is no shipped config %s; %s"
                .formatted(
                        name,
                        near.isEmpty()
                                ? "there are " + String.join(", ", names)
                                : "did you mean " + String.join(" or ", near) + "?");
    }

    private void copy(Path from, Path to, Set<String> names) {
        List<String> there =
                names.stream().filter(file -> Files.exists(to.resolve(file))).toList();
        if (!there.isEmpty() && !force) {
            throw CommandException.input("%s has %s already; nothing was copied, --force overwrites"
                    .formatted(to, String.join(", ", there)));
        }
        try {
            for (String file : names) {
                Path copy = to.resolve(file);
                Files.createDirectories(copy.resolveSibling(""));
                Files.copy(from.resolve(file), copy, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (FileAlreadyExistsException inTheWay) {
            throw CommandException.input(
                    "%s is a file, so that no folder can be made there".formatted(inTheWay.getFile()), inTheWay);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    private void tellWhatToEdit(Path config) {
        LoadedFiles loaded = Inputs.load(config, surroundings);
        List<String> edits = new ArrayList<>();
        loaded.problems().stream().map(Problem::sentence).forEach(edits::add);
        loaded.configs().forEach(one -> {
            String file = config.toString();
            if (one.config().container().image() != null) {
                edits.add("%s: container.image is %s; put the image in its place that you want to validate"
                        .formatted(file, one.config().container().image()));
            }
            if (one.config().params().baseUrl() != null) {
                edits.add("%s: params.base_url is %s; write where your server is"
                        .formatted(file, one.config().params().baseUrl()));
            }
            if (one.config().model().id() != null) {
                edits.add("%s: model.id is %s"
                        .formatted(file, one.config().model().id()));
            }
            if (one.thresholds() != null) {
                edits.add("%s: the limits; enforce_thresholds is %b"
                        .formatted(one.thresholds().file(), one.config().enforceThresholds()));
            }
            if (one.cluster().file() != null) {
                edits.add("%s: where the server runs; docker_host is %s"
                        .formatted(one.cluster().file(), one.cluster().head().dockerHost()));
            }
        });
        surroundings.print("");
        surroundings.print("To edit:");
        for (String edit : edits.stream().distinct().collect(Collectors.toList())) {
            PlainText.wrap(edit, "  - ", "    ", surroundings.terminal().width())
                    .forEach(surroundings::print);
        }
        surroundings.print("");
        surroundings.print("Then:");
        surroundings.print("  atlas-validation validate " + config);
        surroundings.print("  atlas-validation plan " + config);
        surroundings.print("  atlas-validation run --config " + config);
    }
}
