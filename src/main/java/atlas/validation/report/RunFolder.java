package atlas.validation.report;

import static java.util.Objects.requireNonNull;

import atlas.validation.record.FailureRecord;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The folder that one run leaves behind, {@code <runs dir>/<run id>/}. No run ever overwrites another, not even one
 * that another process starts in the same second. Files appear whole: each is written under a temporary name and
 * renamed.
 *
 * <p>Whatever cannot be written is told by a {@link RunFolderException}. Safe for use by several threads as long as no
 * two of them write the same file.
 */
public final class RunFolder {

    /** Names of the files that a run leaves. */
    public static final String RUN_JSON = "run.json";

    public static final String REQUESTS_JSONL = "requests.jsonl";
    public static final String RUN_DECK_HTML = "run_deck.html";
    public static final String SUMMARY_MD = "summary.md";
    public static final String RESULTS_CSV = "results.csv";
    public static final String EVALUATION_MD = "evaluation.md";
    public static final String BENCHMARK_REPORT_JSON = "atlas-benchmark-report.json";
    static final String INPUTS = "inputs";
    static final String LOGS = "logs";

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private final Path path;
    private final Optional<String> latestFailure;

    private RunFolder(Path path, Optional<String> latestFailure) {
        this.path = path;
        this.latestFailure = latestFailure;
    }

    /**
     * Creates the folder of a new run and points {@code latest} at it.
     *
     * @param runsDir the folder of all runs; created when absent
     * @param configName name of the config, the first one of several
     * @param startedAt when the run began
     */
    public static RunFolder create(Path runsDir, String configName, Instant startedAt) {
        requireNonNull(runsDir, "runsDir is null");
        if (configName.isBlank()) {
            throw new IllegalArgumentException("config name must not be blank, got [" + configName + "]");
        }
        String base = FileName.of(configName) + "-" + STAMP.format(startedAt);
        Path folder = createUnique(runsDir, base);
        return new RunFolder(folder, pointLatestAt(folder));
    }

    private static Path createUnique(Path runsDir, String base) {
        try {
            Files.createDirectories(runsDir);
        } catch (IOException e) {
            throw RunFolderException.of("create the folder for runs", runsDir, e);
        }
        for (int attempt = 1; ; attempt++) {
            Path candidate = runsDir.resolve(attempt == 1 ? base : base + "-" + attempt);
            try {
                return Files.createDirectory(candidate);
            } catch (FileAlreadyExistsException taken) {
                // Another run of this second; the next number is tried.
            } catch (IOException e) {
                throw RunFolderException.of("create the run folder", candidate, e);
            }
        }
    }

    private static Optional<String> pointLatestAt(Path folder) {
        try {
            LatestLink.pointTo(folder);
            return Optional.empty();
        } catch (IOException e) {
            Path link = folder.resolveSibling(LatestLink.NAME);
            return Optional.of(
                    RunFolderException.of("point to this run from", link, e).sentence());
        }
    }

    public Path path() {
        return path;
    }

    /** Returns the run's name, which is the folder's. */
    public String runId() {
        return path.getFileName().toString();
    }

    /** Returns one sentence of why {@code latest} does not point here, or nothing when it does. */
    public Optional<String> latestFailure() {
        return latestFailure;
    }

    /** Returns the path of a file of this run, such as {@link #RUN_DECK_HTML}. */
    public Path file(String name) {
        return path.resolve(name);
    }

    /** Writes a text file as UTF-8, over an earlier one of that name; it appears whole. */
    public void write(String name, String content) {
        WholeFile.write(file(name), content);
    }

    /** Opens {@code requests.jsonl}, to which each request is appended as it finishes. */
    public RequestLog openRequestLog() {
        return RequestLog.open(file(REQUESTS_JSONL));
    }

    /**
     * Copies the files that the run was made from to {@code inputs/}. Where two have the same name, the later one's
     * folder is put before its name.
     *
     * @return the copy of each file, relative to the run folder, in the order given
     */
    public Map<Path, Path> copyInputs(List<Path> files) {
        Map<Path, Path> copies = new LinkedHashMap<>();
        Path inputs = folder(path.resolve(INPUTS));
        for (Path file : files) {
            if (copies.containsKey(file)) {
                continue;
            }
            Path copy = unusedName(file, copies);
            WholeFile.write(inputs.resolve(copy), out -> Files.copy(file, out));
            copies.put(file, Path.of(INPUTS).resolve(copy));
        }
        return copies;
    }

    private static Path unusedName(Path file, Map<Path, Path> copies) {
        String name = file.getFileName().toString();
        Path parent = file.toAbsolutePath().getParent();
        String longer = parent == null || parent.getFileName() == null ? name : parent.getFileName() + "-" + name;
        Path candidate = Path.of(name);
        for (int number = 1; copies.containsValue(Path.of(INPUTS).resolve(candidate)); number++) {
            candidate = Path.of(number == 1 ? longer : number + "-" + longer);
        }
        return candidate;
    }

    /** Returns {@code logs/<config>/server.log}; its folder exists afterwards. */
    public Path serverLog(String config) {
        return folder(path.resolve(LOGS).resolve(FileName.of(config))).resolve("server.log");
    }

    /**
     * Begins the log of a cell in {@code logs/<config>/<cell>/}, of a later repeat in {@code repeat-<number>/} there.
     *
     * @param repeat which repeat of the cell, from 0
     */
    public CellLog openCellLog(String config, String cell, int repeat) {
        Path ofCell = cellFolder(config, cell);
        return CellLog.in(FailureRecord.repeatFolder(repeat)
                .map(name -> folder(ofCell.resolve(name)))
                .orElse(ofCell));
    }

    /** Returns {@code logs/<config>/<cell>/}, which exists afterwards. */
    Path cellFolder(String config, String cell) {
        return folder(path.resolve(LOGS).resolve(FileName.of(config)).resolve(FileName.of(cell)));
    }

    static Path folder(Path folder) {
        try {
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw RunFolderException.of("create", folder, e);
        }
    }
}
