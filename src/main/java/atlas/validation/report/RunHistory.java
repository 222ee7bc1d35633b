package atlas.validation.report;

import atlas.validation.record.Problem;
import atlas.validation.record.RunRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Runs of the past, as they were left in files.
 *
 * @param runs the oldest first
 * @param problems one per file that is no run record, and one where there is none at all
 */
public record RunHistory(List<Entry> runs, List<Problem> problems) {

    /** Newest files of a folder that are read: a folder that is never emptied must not make every run slower. */
    static final int MOST = 100;

    private static final String RUN = "run.json";

    public RunHistory {
        runs = List.copyOf(runs);
        problems = List.copyOf(problems);
    }

    /** A run and the file that it was read from. */
    public record Entry(Path file, RunRecord record) {}

    /**
     * Reads a run record, the folder of a run, or a folder of such folders or files. Links are passed over, as the one
     * to the latest run would tell that run twice.
     */
    public static RunHistory read(Path place) {
        List<Problem> problems = new ArrayList<>();
        TreeMap<String, Entry> runs = new TreeMap<>();
        List<Path> files = files(place, problems);
        for (Path file : files) {
            try {
                RunRecord run = RecordJson.read(file);
                runs.putIfAbsent(run.startedAt() + " " + run.runId(), new Entry(file, run));
            } catch (RecordJsonException | NullPointerException unreadable) {
                problems.add(new Problem(
                        file.toString(),
                        null,
                        null,
                        "is no run record: " + unreadable.getMessage(),
                        "take it out of the folder, or name another file"));
            }
        }
        if (runs.isEmpty() && problems.isEmpty()) {
            problems.add(new Problem(
                    place.toString(),
                    null,
                    null,
                    "holds no run.json",
                    "name a run.json, the folder of a run, or a folder of such folders"));
        }
        return new RunHistory(List.copyOf(runs.values()), problems);
    }

    /** Returns the records alone, the oldest first. */
    public List<RunRecord> records() {
        return runs.stream().map(Entry::record).toList();
    }

    private static List<Path> files(Path place, List<Problem> problems) {
        if (Files.isRegularFile(place)) {
            return List.of(place);
        }
        if (Files.isRegularFile(place.resolve(RUN))) {
            return List.of(place.resolve(RUN));
        }
        try (Stream<Path> entries = Files.list(place)) {
            return entries.filter(entry -> !Files.isSymbolicLink(entry))
                    .flatMap(RunHistory::recordIn)
                    .sorted(Comparator.comparing(RunHistory::changed).reversed())
                    .limit(MOST)
                    .toList();
        } catch (IOException | UncheckedIOException unreadable) {
            problems.add(new Problem(
                    place.toString(), null, null, "cannot be read: " + unreadable.getMessage(), "name another folder"));
            return List.of();
        }
    }

    private static Stream<Path> recordIn(Path entry) {
        Path inside = entry.resolve(RUN);
        if (Files.isRegularFile(inside)) {
            return Stream.of(inside);
        }
        return Files.isRegularFile(entry) && entry.toString().endsWith(".json") ? Stream.of(entry) : Stream.empty();
    }

    private static FileTime changed(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }
}
