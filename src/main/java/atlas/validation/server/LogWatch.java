package atlas.validation.server;

import atlas.validation.record.LogFinding;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks every line of a server's log up in the phrase book. Safe for use by several threads. */
final class LogWatch {

    private final PhraseBook book;
    private final LaunchListener listener;
    private volatile @Nullable LogFinding firstFatal;

    LogWatch(ServerDriver driver, LaunchListener listener) {
        this.book = PhraseBook.ofLog(driver);
        this.listener = listener;
    }

    /** Takes a line of the log. */
    void line(String line) {
        book.find(line).ifPresent(this::found);
    }

    /** Takes what another way than a phrase has found out. */
    void found(LogFinding finding) {
        if (finding.fatal()) {
            keepFirst(finding);
        }
        listener.found(finding);
    }

    /** A vague one gives way to the first that says more: some errors name their cause only in a later line. */
    private synchronized void keepFirst(LogFinding fatal) {
        LogFinding first = firstFatal;
        if (first == null || (book.isVague(first) && !book.isVague(fatal))) {
            firstFatal = fatal;
        }
    }

    /** Returns the first thing seen that a server does not survive. */
    Optional<LogFinding> firstFatal() {
        return Optional.ofNullable(firstFatal);
    }

    /** Returns the meaning of the first thing seen that a server does not survive, led in by a colon; else nothing. */
    String meaning() {
        LogFinding fatal = firstFatal;
        return fatal == null ? "" : ": " + fatal.meaning();
    }
}
