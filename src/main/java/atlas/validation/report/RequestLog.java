package atlas.validation.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import atlas.validation.record.RequestRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Appends one line per attempted request to {@code requests.jsonl}, each handed to the operating system at once, so
 * that a killed run keeps the rows of all requests that had finished.
 *
 * <p>Safe for use by several threads; rows are encoded outside the lock. A disk that fills up must not end the requests
 * in flight, so {@link #append} never throws for it: the first failure stops the log and {@link #close} tells it.
 *
 * <pre>{@code
 * try (RequestLog log = folder.openRequestLog()) {
 *     log.append(row);
 * }
 * }</pre>
 */
public final class RequestLog implements AutoCloseable {

    private final Path file;
    private final OutputStream out;
    private long rows;
    private long lost;
    private @Nullable IOException failure;

    private RequestLog(Path file, OutputStream out) {
        this.file = file;
        this.out = out;
    }

    static RequestLog open(Path file) {
        try {
            return new RequestLog(
                    file, Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
        } catch (IOException e) {
            throw RunFolderException.of("open", file, e);
        }
    }

    /** Returns a log on any stream. */
    static RequestLog on(Path file, OutputStream out) {
        return new RequestLog(file, out);
    }

    /**
     * Appends one row.
     *
     * @throws RecordJsonException when the row holds a number that is not finite, which is an error of its maker
     */
    public void append(RequestRecord row) {
        byte[] line = (RecordJson.write(row) + "\n").getBytes(UTF_8);
        synchronized (this) {
            if (failure != null) {
                lost++;
                return;
            }
            try {
                out.write(line);
                out.flush();
                rows++;
            } catch (IOException e) {
                failure = e;
                lost++;
            }
        }
    }

    /** Returns the number of rows written so far. */
    public synchronized long rows() {
        return rows;
    }

    /**
     * Closes the file.
     *
     * @throws RunFolderException when rows were lost on the way, with their number
     */
    @Override
    public synchronized void close() {
        try {
            out.close();
        } catch (IOException e) {
            if (failure == null) {
                failure = e;
            }
        }
        if (failure != null) {
            String action = lost == 0 ? "close" : "write %d of %d rows to".formatted(lost, rows + lost);
            throw RunFolderException.of(action, file, failure);
        }
    }
}
