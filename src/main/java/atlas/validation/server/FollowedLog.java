package atlas.validation.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Follows a process's output into its log, line by line as it comes. A thread of its own reads. */
final class FollowedLog {

    private final ServerLog log;
    private final Thread reader;

    private FollowedLog(InputStream output, ServerLog log) {
        this.log = log;
        reader = Thread.ofPlatform().name("server-log").daemon().unstarted(() -> follow(output));
    }

    /** Starts to follow; closes the log when the output ends. */
    static FollowedLog start(InputStream output, ServerLog log) {
        FollowedLog followed = new FollowedLog(output, log);
        followed.reader.start();
        return followed;
    }

    /** Waits until the output has ended and everything is in the file, but no longer than {@code millis}. */
    void awaitEnd(long millis) {
        try {
            reader.join(millis);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow(InputStream output) {
        try (log;
                BufferedReader lines = new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                log.add(line);
            }
        } catch (IOException broken) {
            log.add("(the log ends here: " + broken.getMessage() + ")");
        }
    }
}
