package atlas.validation.config;

import static java.util.Objects.requireNonNull;

import atlas.validation.record.Problem;
import atlas.validation.record.Setting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Loads every file that a run needs. Bad input makes problems, never an exception. Reads files and nothing else; holds
 * no state.
 */
public final class ConfigLoader {

    /** What the name of the second of two servers ends in that are measured by one config. */
    private static final String COMPARED = "-compared";

    private final Path workingDirectory;
    private final Function<String, @Nullable String> environment;
    private final String userId;
    private final Optional<Path> shippedFiles;

    /**
     * Makes a loader that looks up environment variables and the user's name where it runs.
     *
     * @param workingDirectory what the paths of {@code -D} knobs are relative to
     */
    public ConfigLoader(Path workingDirectory) {
        this(workingDirectory, System::getenv, System.getProperty("user.name", ""));
    }

    /**
     * Makes a loader with an environment of its own.
     *
     * @param workingDirectory what the paths of {@code -D} knobs are relative to
     * @param environment looks up an environment variable by name
     * @param userId what {@code {user-id}} stands for
     */
    public ConfigLoader(Path workingDirectory, Function<String, @Nullable String> environment, String userId) {
        this(workingDirectory, environment, userId, Optional.empty());
    }

    private ConfigLoader(
            Path workingDirectory,
            Function<String, @Nullable String> environment,
            String userId,
            Optional<Path> shippedFiles) {
        this.workingDirectory = requireNonNull(workingDirectory, "workingDirectory is null")
                .toAbsolutePath()
                .normalize();
        this.environment = requireNonNull(environment, "environment is null");
        this.userId = requireNonNull(userId, "userId is null");
        this.shippedFiles = shippedFiles.map(folder -> folder.toAbsolutePath().normalize());
    }

    /**
     * Returns this loader with a second place for configs.
     *
     * @param folder has {@code configs} and the folders that they refer to; a config that the working directory does
     *     not have is looked up there, by its path or by its name alone
     */
    public ConfigLoader orShipped(Optional<Path> folder) {
        return new ConfigLoader(workingDirectory, environment, userId, folder);
    }

    /** Loads the files that the settings name, and puts the problems of the settings first. */
    public LoadedFiles load(SettingsReading reading) {
        LoadedFiles files = load(reading.settings());
        List<Problem> problems = new ArrayList<>(reading.problems());
        problems.addAll(files.problems());
        return new LoadedFiles(files.configs(), files.effective(), problems, files.warnings());
    }

    /** Loads the files that the settings name. */
    public LoadedFiles load(Settings settings) {
        List<Problem> problems = new ArrayList<>();
        settings.baseline()
                .filter(baseline -> !Files.exists(workingDirectory.resolve(baseline)))
                .ifPresent(missing -> problems.add(Problem.ofSetting(
                        "-Dbaseline=%s does not exist".formatted(missing),
                        "name a run.json, or a folder with the runs of the past")));
        List<NamedFile> files = new ConfigNames(workingDirectory, shippedFiles, problems).find(settings.configs());
        // Two configs may share a threshold or cluster file; what is wrong with it is told once.
        Set<Problem> found = new LinkedHashSet<>(problems);
        Set<Problem> warnings = new LinkedHashSet<>();
        Map<String, NamedFile> byName = new LinkedHashMap<>();
        List<LoadedConfig> configs = new ArrayList<>();
        Map<String, Setting> effective = new LinkedHashMap<>(settings.given());
        List<Target> targets = targets(settings, files, found);
        for (Target target : targets) {
            NamedFile file = target.file();
            ConfigLoading loading = new ConfigLoading(
                    file, target.name(), target.settings(), workingDirectory, home(file), environment, userId);
            loading.load().ifPresent(config -> {
                NamedFile first = byName.putIfAbsent(target.name(), file);
                if (first == null) {
                    configs.add(config);
                    String prefix = targets.size() > 1 ? target.name() + "/" : "";
                    loading.effective().forEach((path, setting) -> effective.put(prefix + path, setting));
                } else {
                    found.add(Problem.ofSetting(
                            "configs " + first.name() + " and " + file.name() + " have the same name, " + target.name(),
                            "rename one: every row is called after its config"));
                }
            });
            found.addAll(loading.problems());
            warnings.addAll(loading.warnings());
        }
        return new LoadedFiles(configs, effective, List.copyOf(found), List.copyOf(warnings));
    }

    /** Returns the folder from which messages name the neighbours of a config. */
    private Path home(NamedFile config) {
        return shippedFiles.filter(config.path()::startsWith).orElse(workingDirectory);
    }

    /** A config, what it is called, and the settings that hold for it. */
    private record Target(NamedFile file, String name, Settings settings) {}

    /** Returns a target for each config, and one more toward the server that the only one is compared with. */
    private static List<Target> targets(Settings settings, List<NamedFile> files, Set<Problem> found) {
        List<Target> targets = new ArrayList<>();
        files.forEach(file -> targets.add(new Target(file, file.stem(), settings)));
        if (settings.compareUrl().isPresent() && files.size() == 1) {
            NamedFile only = files.getFirst();
            targets.add(new Target(only, only.stem() + COMPARED, settings.towardCompared()));
        } else if (settings.compareUrl().isPresent() && files.size() > 1) {
            found.add(Problem.ofSetting(
                    "-Dcompare.url compares the server of one config with another, and -Dconfig names " + files.size()
                            + " configs",
                    "name one config, or leave -Dcompare.url out"));
        }
        return targets;
    }
}
