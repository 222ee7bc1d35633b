package atlas.validation.server;

import atlas.validation.record.LogFinding;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tells in one sentence why a server could not be launched or reached. An expected trouble: its message is for the
 * user, its stack trace for nobody.
 */
public final class ServerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> lastLines;
    private final transient @Nullable LogFinding finding;

    public ServerException(String sentence) {
        this(sentence, List.of(), null);
    }

    /** @param lastLines the last lines of the server's log, oldest first */
    public ServerException(String sentence, List<String> lastLines) {
        this(sentence, lastLines, null);
    }

    /** @param finding what the trouble is a case of, or null when that is not known */
    ServerException(String sentence, @Nullable LogFinding finding) {
        this(sentence, List.of(), finding);
    }

    private ServerException(String sentence, List<String> lastLines, @Nullable LogFinding finding) {
        super(sentence, null, false, false);
        this.lastLines = List.copyOf(lastLines);
        this.finding = finding;
    }

    /** Returns the sentence. */
    public String sentence() {
        return String.valueOf(getMessage());
    }

    /** Returns the last lines of the server's log, oldest first; empty where there are none to show. */
    public List<String> lastLines() {
        return lastLines;
    }

    /** Returns what the trouble is a case of, where it is no line of the server's log that tells. */
    public Optional<LogFinding> finding() {
        return Optional.ofNullable(finding);
    }
}
