package atlas.validation.metric;

import atlas.validation.record.CellId;
import atlas.validation.testing.CellInputBuilder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes the inputs of cells for tests. */
final class Cells {

    private Cells() {}

    static CellInput closedLoop(int users, RowBuilder... rows) {
        return input(CellId.ofConcurrency("shape", users), rows).build();
    }

    static CellInput asking(int users, @Nullable Integer isl, @Nullable Integer osl, RowBuilder... rows) {
        return input(CellId.ofConcurrency("shape", users), rows)
                .asking(isl, osl)
                .build();
    }

    static CellInput withObjective(int users, GoodputLimits limits, RowBuilder... rows) {
        return input(CellId.ofConcurrency("shape", users), rows)
                .objective(limits)
                .build();
    }

    static CellInput atRate(double rate, @Nullable GoodputLimits limits, RowBuilder... rows) {
        return input(CellId.ofRate("shape", rate), rows).objective(limits).build();
    }

    /** A rate cell that never has more than {@code cap} requests in flight. */
    static CellInput capped(double rate, int cap, RowBuilder... rows) {
        return input(CellId.ofRate("shape", rate), rows).cap(cap).build();
    }

    /** A cell at concurrency 1 whose requests come in places of so many turns. */
    static CellInput ofKind(WorkloadKind kind, int turns, @Nullable Integer isl, RowBuilder... rows) {
        return input(CellId.ofConcurrency("shape", 1), rows)
                .asking(isl, null)
                .kind(kind, turns)
                .build();
    }

    static CellInputBuilder input(CellId id, RowBuilder... rows) {
        return CellInputBuilder.input(id, Stream.of(rows).map(RowBuilder::build).toList());
    }
}
