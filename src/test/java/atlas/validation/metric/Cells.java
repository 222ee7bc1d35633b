package atlas.validation.metric;

import atlas.validation.record.CellId;
import atlas.validation.record.RequestRecord;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes the inputs of cells for tests. */
final class Cells {

    private Cells() {}

    static CellInput closedLoop(int users, RowBuilder... rows) {
        return input(CellId.ofConcurrency("shape", users), null, null, null, rows);
    }

    static CellInput asking(int users, @Nullable Integer isl, @Nullable Integer osl, RowBuilder... rows) {
        return input(CellId.ofConcurrency("shape", users), isl, osl, null, rows);
    }

    static CellInput withObjective(int users, GoodputLimits limits, RowBuilder... rows) {
        return input(CellId.ofConcurrency("shape", users), null, null, limits, rows);
    }

    static CellInput atRate(double rate, @Nullable GoodputLimits limits, RowBuilder... rows) {
        return input(CellId.ofRate("shape", rate), null, null, limits, rows);
    }

    /** A rate cell that never has more than {@code cap} requests in flight. */
    static CellInput capped(double rate, int cap, RowBuilder... rows) {
        List<RequestRecord> records = Stream.of(rows).map(RowBuilder::build).toList();
        return new CellInput(CellId.ofRate("shape", rate), records, cap, null, null, null, 1, null, List.of());
    }

    private static CellInput input(
            CellId id,
            @Nullable Integer isl,
            @Nullable Integer osl,
            @Nullable GoodputLimits limits,
            RowBuilder... rows) {
        return new CellInput(
                id, Stream.of(rows).map(RowBuilder::build).toList(), null, null, isl, osl, 1, limits, List.of());
    }
}
