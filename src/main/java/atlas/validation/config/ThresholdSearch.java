package atlas.validation.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the threshold file of a config: the one that {@code -Dthresholds} names, else {@code threshold_json}, else
 * {@code thresholds/<stem>_threshold.json}, else the only {@code *threshold.json} beside the config.
 */
final class ThresholdSearch {

    private static final String ENDING = "threshold.json";

    private final Path workingDirectory;
    private final Path home;
    private final Settings settings;

    ThresholdSearch(Path workingDirectory, Path home, Settings settings) {
        this.workingDirectory = workingDirectory;
        this.home = home;
        this.settings = settings;
    }

    static boolean isThresholdFile(Path file) {
        return String.valueOf(file.getFileName()).endsWith(ENDING);
    }

    /** Returns the file, or nothing; nothing where a threshold file is enforced is a problem. */
    Optional<NamedFile> find(NamedFile config, ObjectReader root, boolean enforced) {
        String written = root.stringOrEmpty("threshold_json");
        if (settings.thresholds().isPresent()) {
            String name = settings.thresholds().get();
            root.effective().override("threshold_json", name, settings.origin("thresholds"));
            return Optional.of(new NamedFile(name, workingDirectory.resolve(name)));
        }
        if (written != null) {
            return new NeighbourFile(home, config).find("threshold_json", written, root);
        }
        List<Path> candidates = candidates(config);
        if (candidates.size() == 1) {
            NamedFile found = NamedFile.below(home, candidates.getFirst());
            root.effective().byDefault("threshold_json", found.name());
            return Optional.of(found);
        }
        if (candidates.size() > 1) {
            List<String> names = candidates.stream()
                    .map(candidate -> NamedFile.below(home, candidate).name())
                    .toList();
            root.problem(
                    "threshold_json",
                    "several threshold files may be meant: " + Suggestion.list(names),
                    "name one with threshold_json");
        } else if (enforced) {
            root.problem(
                    "enforce_thresholds",
                    "thresholds are enforced, but there is no threshold file",
                    "write thresholds/" + config.stem() + "_threshold.json, or enforce_thresholds false");
        }
        return Optional.empty();
    }

    private List<Path> candidates(NamedFile config) {
        Path folder = config.path().getParent();
        if (folder == null) {
            return List.of();
        }
        Path byStem = Path.of("thresholds", config.stem() + '_' + ENDING);
        List<Path> named = Stream.of(workingDirectory.resolve(byStem), folder.resolveSibling(byStem))
                .map(file -> file.toAbsolutePath().normalize())
                .distinct()
                .filter(Files::exists)
                .toList();
        return named.isEmpty() ? siblings(folder) : named;
    }

    private static List<Path> siblings(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(ThresholdSearch::isThresholdFile)
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            return List.of();
        }
    }
}
