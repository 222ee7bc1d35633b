package atlas.validation.server;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * Follows a server's output into a file, line by line as it comes, each line with the time at which it was read. Keeps
 * the last lines for messages. A thread of its own reads; everything else may be called from any thread.
 */
final class FollowedLog {

    private static final int KEPT_LINES = 40;
    private static final Path NOWHERE = Path.of("");

    private final Deque<String> last = new ArrayDeque<>();
    private final Thread reader;

    private FollowedLog(InputStream output, BufferedWriter file, Consumer<String> onLine) {
        reader = Thread.ofPlatform().name("server-log").daemon().unstarted(() -> follow(output, file, onLine));
    }

    /**
     * Starts to follow.
     *
     * @param onLine called on the reading thread with each line
     * @throws ServerException if the file cannot be written
     */
    static FollowedLog start(InputStream output, Path file, Consumer<String> onLine) {
        FollowedLog log = new FollowedLog(output, open(file), onLine);
        log.reader.start();
        return log;
    }

    /** Returns the last lines, oldest first. */
    List<String> lastLines() {
        synchronized (last) {
            return List.copyOf(last);
        }
    }

    /** Waits until the output has ended and everything is in the file, but no longer than {@code millis}. */
    void awaitEnd(long millis) {
        try {
            reader.join(millis);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static BufferedWriter open(Path file) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            Files.createDirectories(folder == null ? NOWHERE : folder);
            return Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException unwritable) {
            throw new ServerException("the server's log cannot be written to " + file + ": " + unwritable);
        }
    }

    private void follow(InputStream output, BufferedWriter file, Consumer<String> onLine) {
        try (file;
                BufferedReader lines = new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                keep(line);
                file.write(Instant.now().truncatedTo(ChronoUnit.MILLIS) + " " + line);
                file.newLine();
                file.flush();
                onLine.accept(line);
            }
        } catch (IOException broken) {
            keep("(the log ends here: " + broken.getMessage() + ")");
        }
    }

    private void keep(String line) {
        synchronized (last) {
            if (last.size() == KEPT_LINES) {
                last.removeFirst();
            }
            last.addLast(line);
        }
    }
}
