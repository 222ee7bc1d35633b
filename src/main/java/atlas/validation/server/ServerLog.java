package atlas.validation.server;

import atlas.validation.record.Warning;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * A server's output, without its colours: each line goes into a file with the time at which it was read, and to whoever
 * looks for its meaning; the last lines are kept for messages. A file that can no longer be written, or that has grown
 * without end, is given up; the lines are not. Safe for use by several threads.
 */
final class ServerLog implements AutoCloseable {

    private static final int KEPT_LINES = 50;
    private static final long MOST_BYTES = 1L << 30;

    /** Some servers colour what they print even where nobody sees colours. */
    private static final Pattern COLOURS = Pattern.compile("\u001b\\[[0-?]*[ -/]*[@-~]");

    private static final Path NOWHERE = Path.of("");

    private final Path path;
    private final BufferedWriter file;
    private final Consumer<String> onLine;
    private final Consumer<Warning> lost;
    private final Deque<String> last = new ArrayDeque<>();
    private final long mostBytes;
    private long bytes;
    private boolean writable = true;

    private ServerLog(Path path, BufferedWriter file, long mostBytes, Consumer<String> onLine, Consumer<Warning> lost) {
        this.path = path;
        this.file = file;
        this.mostBytes = mostBytes;
        this.onLine = onLine;
        this.lost = lost;
    }

    /**
     * Opens a log; what is in the file already stays.
     *
     * @param onLine called with each line, on the thread that brings it
     * @param lost told once, should the file become unwritable
     * @throws ServerException if the file cannot be written
     */
    static ServerLog open(Path file, Consumer<String> onLine, Consumer<Warning> lost) {
        return open(file, MOST_BYTES, onLine, lost);
    }

    static ServerLog open(Path file, long mostBytes, Consumer<String> onLine, Consumer<Warning> lost) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            Files.createDirectories(folder == null ? NOWHERE : folder);
            return new ServerLog(
                    file,
                    Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                    mostBytes,
                    onLine,
                    lost);
        } catch (IOException unwritable) {
            throw new ServerException("the server's log cannot be written to " + file + ": " + unwritable);
        }
    }

    /** Takes one line. */
    void add(String printed) {
        String line = printed.indexOf('\u001b') < 0
                ? printed
                : COLOURS.matcher(printed).replaceAll("");
        synchronized (last) {
            if (last.size() == KEPT_LINES) {
                last.removeFirst();
            }
            last.addLast(line);
            write(Instant.now().truncatedTo(ChronoUnit.MILLIS) + " " + line);
        }
        onLine.accept(line);
    }

    private void write(String line) {
        if (!writable) {
            return;
        }
        bytes += line.length() + 1;
        if (bytes > mostBytes) {
            giveUp("it has reached %d MiB; let the server log less".formatted(mostBytes >> 20));
            return;
        }
        try {
            file.write(line);
            file.newLine();
            file.flush();
        } catch (IOException unwritable) {
            giveUp(String.valueOf(unwritable.getMessage()));
        }
    }

    private void giveUp(String reason) {
        writable = false;
        lost.accept(new Warning(
                "server_log_lost", "the server's log in %s ends early: %s".formatted(path.getFileName(), reason)));
    }

    /** Returns the last lines, oldest first. */
    List<String> lastLines() {
        synchronized (last) {
            return List.copyOf(last);
        }
    }

    /** Returns the last line, or a word for there being none. */
    String lastLine() {
        List<String> lines = lastLines();
        return lines.isEmpty() ? "(none)" : lines.getLast();
    }

    @Override
    public void close() {
        synchronized (last) {
            try {
                file.close();
            } catch (IOException unwritable) {
                // Told when the first line was lost.
            }
            writable = false;
        }
    }
}
