package atlas.validation.simulator;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Keeps the truth about the requests that were served, the oldest going first. Safe for use by several threads. */
final class ServedLog {

    private static final int KEPT_CHUNKS = 4_000_000;
    private static final int KEPT_REQUESTS = 100_000;

    private final Deque<ServedRequest> rows = new ArrayDeque<>();
    private int chunks;
    private long dropped;

    /**
     * What is known at one moment.
     *
     * @param rows the requests, in the order in which they ended
     * @param dropped how many older ones are forgotten
     */
    record Snapshot(List<ServedRequest> rows, long dropped) {}

    synchronized void add(ServedRequest row) {
        rows.addLast(row);
        chunks += row.chunkNanos().length;
        while (rows.size() > 1 && (chunks > KEPT_CHUNKS || rows.size() > KEPT_REQUESTS)) {
            chunks -= rows.removeFirst().chunkNanos().length;
            dropped++;
        }
    }

    synchronized Snapshot snapshot() {
        return new Snapshot(List.copyOf(rows), dropped);
    }

    synchronized void clear() {
        rows.clear();
        chunks = 0;
        dropped = 0;
    }
}
