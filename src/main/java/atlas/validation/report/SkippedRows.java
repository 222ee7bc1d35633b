package atlas.validation.report;

import atlas.validation.record.StageRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Holds back the rows that one and the same reason kept from running, so that a failed stage is one line on the
 * console, not one per row after it. Used by one thread at a time.
 */
final class SkippedRows {

    /** So many rows with one reason are summed up. */
    private static final int MANY = 3;

    private final List<Row> held = new ArrayList<>();
    private @Nullable String failure;
    private @Nullable String failedStage;

    /** A line to print. */
    record Row(String name, @Nullable String reason) {}

    /** Remembers the stage that failed last, whose sentence has been printed. */
    void failed(StageRecord stage) {
        failedStage = stage.name() + " failed";
        failure = failedStage + ": " + stage.message();
    }

    /** Returns the reason without the sentence of the failed stage. */
    @Nullable
    String shortened(@Nullable String reason) {
        return reason != null && reason.equals(failure) ? failedStage : reason;
    }

    /** Tells whether a row with this reason belongs to those that are held. */
    boolean takes(@Nullable String reason) {
        return held.isEmpty() || Objects.equals(held.getFirst().reason(), reason);
    }

    void hold(String name, @Nullable String reason) {
        held.add(new Row(name, reason));
    }

    boolean isEmpty() {
        return held.isEmpty();
    }

    /** Returns the lines for the rows that are held, and lets go of them. */
    List<Row> release() {
        List<Row> rows = held.size() < MANY
                ? List.copyOf(held)
                : List.of(new Row(held.size() + " rows", held.getFirst().reason()));
        held.clear();
        return rows;
    }
}
