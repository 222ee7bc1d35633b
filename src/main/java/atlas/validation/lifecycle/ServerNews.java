package atlas.validation.lifecycle;

import atlas.validation.client.Cancellation;
import atlas.validation.record.CellId;
import atlas.validation.record.LogFinding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a server's log has told so far, each phrase once; ends the load of a cell during which it tells that the server
 * is of no use any more, or during which its process ends. Safe for use by several threads.
 */
final class ServerNews {

    private final Map<String, LogFinding> findings = new LinkedHashMap<>();
    private @Nullable Watch watch;

    /** Takes one finding. */
    void found(LogFinding finding) {
        Watch ended = null;
        synchronized (this) {
            String cell = watch == null ? null : watch.cell.toString();
            findings.merge(key(finding), finding.during(cell), (known, again) -> known.again());
            if (finding.fatal() && watch != null && watch.fatal == null) {
                watch.fatal = finding;
                ended = watch;
            }
        }
        if (ended != null) {
            ended.cancellation.cancel();
        }
    }

    private static String key(LogFinding finding) {
        return finding.kind() + " " + finding.phrase();
    }

    /** Returns every finding, in the order in which they were first seen. */
    synchronized List<LogFinding> findings() {
        return new ArrayList<>(findings.values());
    }

    /**
     * Watches over a cell until the watch is closed.
     *
     * @param run cancels the cell as well
     */
    synchronized Watch watch(CellId cell, Cancellation run) {
        Watch begun = new Watch(this, cell, run);
        watch = begun;
        return begun;
    }

    private synchronized void end(Watch ended) {
        if (watch == ended) {
            watch = null;
        }
    }

    /** The watch over one cell. */
    static final class Watch implements AutoCloseable {

        private final ServerNews news;
        private final CellId cell;
        private final Cancellation cancellation = new Cancellation();
        private final Cancellation.Registration ofRun;
        private @Nullable LogFinding fatal;
        private boolean ended;

        private Watch(ServerNews news, CellId cell, Cancellation run) {
            this.news = news;
            this.cell = cell;
            this.ofRun = run.onCancel(cancellation::cancel);
        }

        /** Returns what the cell's load is cancelled by. */
        Cancellation cancellation() {
            return cancellation;
        }

        /** Ends the cell, since the server's process has ended: every further request would fail. */
        void serverEnded() {
            synchronized (news) {
                ended = true;
            }
            cancellation.cancel();
        }

        /** Returns why the cell was ended, or empty when nothing of the kind happened. */
        Optional<String> trouble() {
            synchronized (news) {
                return Optional.ofNullable(fatal)
                        .map(found -> "the server's log tells that it broke while it served: %s; it says: %s"
                                .formatted(found.meaning(), found.line()))
                        .or(() -> ended ? Optional.of("the server's process ended while it served") : Optional.empty());
            }
        }

        @Override
        public void close() {
            news.end(this);
            ofRun.close();
        }
    }
}
