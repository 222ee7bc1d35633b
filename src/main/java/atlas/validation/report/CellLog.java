package atlas.validation.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import atlas.validation.metric.FailureCause;
import atlas.validation.record.FailureRecord;
import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong in one cell, request by request: a line in {@code client.log} for each that failed or was odd, and
 * beside it the first bytes of the answers to those that failed. A request's own headers are in neither.
 *
 * <p>Used by one thread. Like {@link RequestLog} it never throws for a disk that fills up: the first failure stops the
 * log, and {@link #failure} tells it.
 */
public final class CellLog implements AutoCloseable {

    static final int MOST_ANSWERS = 20;
    static final int MOST_ODD_LINES = 200;

    private final Path folder;
    private final OutputStream out;
    private int requests;
    private int failed;
    private int odd;
    private int answers;
    private final Set<FailureCause> causes = new HashSet<>();
    private @Nullable RunFolderException failure;

    private CellLog(Path folder, OutputStream out) {
        this.folder = folder;
        this.out = out;
    }

    /** Begins the log of a cell in a folder that exists. */
    static CellLog in(Path folder) {
        Path file = folder.resolve("client.log");
        try {
            return new CellLog(folder, Files.newOutputStream(file));
        } catch (IOException e) {
            throw RunFolderException.of("open", file, e);
        }
    }

    /** Notes a request that has ended; one that simply succeeded leaves no line. */
    public void add(RequestRecord row) {
        requests++;
        if (row.outcome() != Outcome.SUCCESS) {
            failed++;
            line(describe(row));
        } else if (!row.warnings().isEmpty() || row.retries() > 0) {
            odd++;
            if (odd <= MOST_ODD_LINES) {
                line(describe(row));
            }
        }
    }

    /**
     * Keeps the answer to a request that failed, in files named for its place in the cell: of the first requests, and
     * of the first one of each cause.
     *
     * @param start the first bytes as they came; empty if none came
     * @param end the last bytes of an answer that was longer; else empty
     */
    public void keepAnswer(RequestRecord row, byte[] start, byte[] end) {
        if (start.length == 0 || failure != null) {
            return;
        }
        boolean newCause = causes.size() < FailureCause.MOST && causes.add(FailureCause.of(row));
        if (!newCause && answers >= MOST_ANSWERS) {
            return;
        }
        answers++;
        String name = FailureRecord.answerFile(row.phase(), row.index());
        write(folder.resolve(name), start);
        if (end.length > 0) {
            write(folder.resolve(name.replace(".txt", "-end.txt")), end);
        }
    }

    private void write(Path file, byte[] bytes) {
        try {
            WholeFile.write(file, content -> content.write(bytes));
        } catch (RunFolderException e) {
            failure = e;
        }
    }

    private static String describe(RequestRecord row) {
        StringBuilder line = new StringBuilder();
        line.append(time("at", row.sentAtMs() == null ? row.scheduledAtMs() : row.sentAtMs()))
                .append(' ')
                .append(row.phase().name().toLowerCase(Locale.ROOT))
                .append(' ')
                .append(row.index())
                .append(' ')
                .append(row.outcome().word())
                .append(" status=")
                .append(row.httpStatus() == null ? Figures.MISSING : row.httpStatus())
                .append(' ')
                .append(time("ttft", row.ttftMs()))
                .append(' ')
                .append(time("last_token", row.e2eMs()))
                .append(' ')
                .append(time("end", row.streamEndMs()))
                .append(" tokens=")
                .append(row.completionTokens() == null ? Figures.MISSING : row.completionTokens())
                .append(" retries=")
                .append(row.retries());
        if (!row.warnings().isEmpty()) {
            line.append(" warnings=").append(String.join(",", row.warnings()));
        }
        if (row.error() != null) {
            line.append(": ").append(row.error());
        }
        return PlainText.oneLine(line.toString());
    }

    private static String time(String name, @Nullable Double millis) {
        return name + "=" + (millis == null ? Figures.MISSING : String.format(Locale.ROOT, "%.3fms", millis));
    }

    private void line(String line) {
        if (failure != null) {
            return;
        }
        try {
            out.write((line + "\n").getBytes(UTF_8));
        } catch (IOException e) {
            failure = RunFolderException.of("write", folder.resolve("client.log"), e);
        }
    }

    /** Returns one sentence of what could not be written, or nothing when all was. */
    public Optional<String> failure() {
        return Optional.ofNullable(failure).map(RunFolderException::sentence);
    }

    /** Ends the log with a line that sums it up. */
    @Override
    public void close() {
        if (odd > MOST_ODD_LINES) {
            line("... and %d more odd requests, all in requests.jsonl".formatted(odd - MOST_ODD_LINES));
        }
        line("%d requests ended, warm-up included: %d without success, %d odd".formatted(requests, failed, odd));
        try {
            out.close();
        } catch (IOException e) {
            if (failure == null) {
                failure = RunFolderException.of("close", folder.resolve("client.log"), e);
            }
        }
    }
}
