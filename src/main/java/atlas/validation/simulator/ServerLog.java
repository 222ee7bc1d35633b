package atlas.validation.simulator;

import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Logs lines that look like Atlas's. Safe for use by several threads. */
final class ServerLog {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private final PrintStream out;

    ServerLog(PrintStream out) {
        this.out = out;
    }

    /** Returns a log that nobody reads. */
    static ServerLog silent() {
        return new ServerLog(new PrintStream(OutputStream.nullOutputStream()));
    }

    void info(String module, String message) {
        line(" INFO", module, message);
    }

    void error(String module, String message) {
        line("ERROR", module, message);
    }

    private void line(String level, String module, String message) {
        out.println(TIME.format(Instant.now()) + " " + level + " " + module + ": " + message);
        out.flush();
    }
}
