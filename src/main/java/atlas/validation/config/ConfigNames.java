package atlas.validation.config;

import atlas.validation.record.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** Finds the files that {@code -Dconfig} names, one by one or by glob. */
final class ConfigNames {

    private static final String GLOB_SIGNS = "*?[{";
    private static final int MAX_DEPTH = 16;
    private static final String FOLDER = "configs";
    private static final String ENDING = ".json";

    private final Path workingDirectory;
    private final Optional<Path> shippedFiles;
    private final List<Problem> problems;

    ConfigNames(Path workingDirectory, Optional<Path> shippedFiles, List<Problem> problems) {
        this.workingDirectory = workingDirectory;
        this.shippedFiles = shippedFiles;
        this.problems = problems;
    }

    /** Returns the files in the order they were named; those of one glob by name. */
    List<NamedFile> find(List<String> names) {
        List<NamedFile> files = new ArrayList<>();
        for (String name : names) {
            try {
                Path path = workingDirectory.resolve(name);
                Optional<NamedFile> shipped = Files.exists(path) ? Optional.empty() : shipped(name);
                if (shipped.isPresent()) {
                    files.add(shipped.get());
                } else if (Files.exists(path)) {
                    files.add(new NamedFile(name, path));
                } else if (isGlob(name)) {
                    files.addAll(matches(name));
                } else {
                    problems.add(new Problem(name, null, null, "does not exist", fixMissing(name, path)));
                }
            } catch (InvalidPathException | PatternSyntaxException invalid) {
                problems.add(Problem.ofSetting("-Dconfig=" + name + " is no path", "name a config file"));
            } catch (IOException | UncheckedIOException unreadable) {
                problems.add(Problem.ofSetting(
                        "-Dconfig=" + name + " could not be looked up: " + unreadable.getMessage(),
                        "name the files one by one"));
            }
        }
        return files;
    }

    /** Finds a config among the shipped ones, by its path or by its name alone. */
    private Optional<NamedFile> shipped(String name) {
        return shippedFiles.flatMap(folder -> Stream.of(name, "configs/" + name + ".json", "configs/" + name)
                .filter(path -> Files.isRegularFile(folder.resolve(path)))
                .map(path -> new NamedFile(path, folder.resolve(path)))
                .findFirst());
    }

    /** Returns what to do about a config that is nowhere: the file beside it, else the config of any place, if near. */
    private String fixMissing(String name, Path path) throws IOException {
        Optional<String> sibling = JsonFile.nearestFile(path);
        if (sibling.isPresent()) {
            return sibling.get();
        }
        Map<String, String> known = new TreeMap<>();
        if (shippedFiles.isPresent()) {
            for (String stem : stems(shippedFiles.get().resolve(FOLDER))) {
                known.put(stem, stem);
            }
        }
        for (String stem : stems(workingDirectory.resolve(FOLDER))) {
            known.put(stem, FOLDER + "/" + stem + ENDING);
        }
        String stem = name.replaceFirst("^" + FOLDER + "/", "").replaceFirst("\\" + ENDING + "$", "");
        return Suggestion.of(stem, known.keySet())
                .map(nearest -> "did you mean " + known.get(nearest) + "?")
                .orElseGet(() -> JsonFile.fixMissing(path));
    }

    private static List<String> stems(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !ThresholdSearch.isThresholdFile(file))
                    .map(file -> String.valueOf(file.getFileName()))
                    .filter(file -> file.endsWith(ENDING))
                    .map(file -> file.substring(0, file.length() - ENDING.length()))
                    .toList();
        }
    }

    private static boolean isGlob(String name) {
        return name.chars().anyMatch(sign -> GLOB_SIGNS.indexOf(sign) >= 0);
    }

    private List<NamedFile> matches(String glob) throws IOException {
        int folderEnd = glob.substring(0, firstSign(glob)).lastIndexOf('/') + 1;
        String pattern = glob.substring(folderEnd);
        Path folder = workingDirectory.resolve(glob.substring(0, folderEnd));
        List<NamedFile> files = List.of();
        if (Files.isDirectory(folder)) {
            PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
            int depth = pattern.contains("**") ? MAX_DEPTH : pattern.split("/", -1).length;
            try (Stream<Path> below = Files.walk(folder, depth)) {
                files = below.filter(file -> matcher.matches(folder.relativize(file)))
                        .filter(file -> !ThresholdSearch.isThresholdFile(file))
                        .filter(Files::isRegularFile)
                        .sorted()
                        .map(file -> NamedFile.below(workingDirectory, file))
                        .toList();
            }
        }
        if (files.isEmpty()) {
            problems.add(
                    Problem.ofSetting("-Dconfig=" + glob + " matches no file", "check the folder and the pattern"));
        }
        return files;
    }

    private static int firstSign(String glob) {
        return (int)
                glob.chars().takeWhile(sign -> GLOB_SIGNS.indexOf(sign) < 0).count();
    }
}
