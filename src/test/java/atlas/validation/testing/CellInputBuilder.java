package atlas.validation.testing;

import atlas.validation.metric.CellInput;
import atlas.validation.metric.GoodputLimits;
import atlas.validation.metric.WorkloadKind;
import atlas.validation.record.CellId;
import atlas.validation.record.RequestRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes what the figures of a cell are made from. A new one knows nothing but its requests, which stand alone and are
 * of exact lengths, and asks for no percentile beyond the usual ones.
 */
public final class CellInputBuilder {

    private final CellId id;
    private final List<RequestRecord> rows;
    private @Nullable Integer cap;
    private @Nullable Integer servingGpus;
    private @Nullable Integer isl;
    private @Nullable Integer osl;
    private double rangeRatio = 1;
    private @Nullable GoodputLimits goodput;
    private List<Double> percentiles = List.of();
    private @Nullable Double clientTtftOverheadMs;
    private WorkloadKind kind = WorkloadKind.SINGLE;
    private int turns = 1;

    private CellInputBuilder(CellId id, List<RequestRecord> rows) {
        this.id = id;
        this.rows = rows;
    }

    public static CellInputBuilder input(CellId id, List<RequestRecord> rows) {
        return new CellInputBuilder(id, rows);
    }

    /** Never has more than so many requests in flight. */
    public CellInputBuilder cap(int requests) {
        cap = requests;
        return this;
    }

    public CellInputBuilder gpus(int serving) {
        servingGpus = serving;
        return this;
    }

    /** Asks for lengths in tokens; null for one that is not asked for. */
    public CellInputBuilder asking(@Nullable Integer newIsl, @Nullable Integer newOsl) {
        isl = newIsl;
        osl = newOsl;
        return this;
    }

    public CellInputBuilder range(double ratio) {
        rangeRatio = ratio;
        return this;
    }

    public CellInputBuilder objective(@Nullable GoodputLimits limits) {
        goodput = limits;
        return this;
    }

    public CellInputBuilder percentiles(List<Double> asked) {
        percentiles = asked;
        return this;
    }

    /** Says what the client adds to TTFT, in milliseconds. */
    public CellInputBuilder clientAdds(double ttftMillis) {
        clientTtftOverheadMs = ttftMillis;
        return this;
    }

    /** Has requests that belong together, so many in a row. */
    public CellInputBuilder kind(WorkloadKind newKind, int newTurns) {
        kind = newKind;
        turns = newTurns;
        return this;
    }

    public CellInput build() {
        return new CellInput(
                id,
                rows,
                cap,
                servingGpus,
                isl,
                osl,
                rangeRatio,
                goodput,
                percentiles,
                clientTtftOverheadMs,
                kind,
                turns);
    }
}
