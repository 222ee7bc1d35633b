package atlas.validation.testing;

import atlas.validation.record.CellFitness;
import atlas.validation.record.CellRecord;
import atlas.validation.record.Counts;
import atlas.validation.record.FailureRecord;
import atlas.validation.record.FigureBasis;
import atlas.validation.record.RepeatRecord;
import atlas.validation.record.Series;
import atlas.validation.record.Status;
import atlas.validation.record.TierRecord;
import atlas.validation.record.Warning;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes records of cells, of which a test says only what it is about. A new one is of random prompts of 1024 tokens at
 * one concurrency, passes, and has nothing measured.
 */
public final class CellBuilder {

    private final String id;
    private @Nullable String key;
    private String combo = "w1";
    private String workload = "random";
    private @Nullable Integer isl = 1024;
    private @Nullable Integer osl = 1024;
    private @Nullable Integer concurrency = 8;
    private @Nullable Double requestRate;
    private Status status = Status.PASS;
    private @Nullable String message;
    private Counts counts = Counts.none();
    private Map<String, @Nullable Double> metrics = Map.of();
    private List<TierRecord> tiers = List.of();
    private List<Warning> warnings = List.of();
    private List<FailureRecord> failures = List.of();
    private @Nullable Series series;
    private @Nullable CellFitness fitness;
    private @Nullable Instant startedAt;
    private List<RepeatRecord> repeats = List.of();
    private Map<String, FigureBasis> basis = Map.of();

    private CellBuilder(String id) {
        this.id = id;
    }

    /** Begins a cell of this id. */
    public static CellBuilder cell(String id) {
        return new CellBuilder(id);
    }

    /** Begins with everything that a cell has. */
    public static CellBuilder like(CellRecord cell) {
        CellBuilder builder = new CellBuilder(cell.id());
        builder.key = cell.key();
        builder.combo = cell.combo();
        builder.workload = cell.workload();
        builder.isl = cell.isl();
        builder.osl = cell.osl();
        builder.concurrency = cell.concurrency();
        builder.requestRate = cell.requestRate();
        builder.status = cell.status();
        builder.message = cell.message();
        builder.counts = cell.counts();
        builder.metrics = cell.metrics();
        builder.tiers = cell.tiers();
        builder.warnings = cell.warnings();
        builder.failures = cell.failures();
        builder.series = cell.series();
        builder.fitness = cell.fitness();
        builder.startedAt = cell.startedAt();
        builder.repeats = cell.repeats();
        builder.basis = cell.basis();
        return builder;
    }

    /** Names shape and load anew, by which the cell has its id. */
    public CellBuilder at(String newKey, String newCombo, int newIsl, int newOsl, int newConcurrency) {
        key = newKey;
        combo = newCombo;
        isl = newIsl;
        osl = newOsl;
        concurrency = newConcurrency;
        return this;
    }

    /** Offers requests at this rate per second, instead of holding a number of them in flight. */
    public CellBuilder atRate(double newRate) {
        concurrency = null;
        requestRate = newRate;
        return this;
    }

    public CellBuilder workload(String word) {
        workload = word;
        return this;
    }

    public CellBuilder became(Status newStatus, @Nullable String newMessage) {
        status = newStatus;
        message = newMessage;
        return this;
    }

    public CellBuilder counts(Counts newCounts) {
        counts = newCounts;
        return this;
    }

    /** Says what was measured; a null stands for a figure that was not. */
    public CellBuilder metrics(Map<String, ? extends @Nullable Double> values) {
        metrics = new LinkedHashMap<>(values);
        return this;
    }

    public CellBuilder tiers(List<TierRecord> newTiers) {
        tiers = newTiers;
        return this;
    }

    public CellBuilder warnings(List<Warning> newWarnings) {
        warnings = newWarnings;
        return this;
    }

    public CellBuilder failures(List<FailureRecord> newFailures) {
        failures = newFailures;
        return this;
    }

    public CellBuilder series(@Nullable Series newSeries) {
        series = newSeries;
        return this;
    }

    public CellBuilder fitness(@Nullable CellFitness newFitness) {
        fitness = newFitness;
        return this;
    }

    public CellBuilder startedAt(Instant when) {
        startedAt = when;
        return this;
    }

    public CellBuilder repeats(List<RepeatRecord> newRepeats) {
        repeats = newRepeats;
        return this;
    }

    public CellBuilder basis(Map<String, FigureBasis> newBasis) {
        basis = newBasis;
        return this;
    }

    public CellRecord build() {
        return new CellRecord(
                id,
                key,
                combo,
                workload,
                isl,
                osl,
                concurrency,
                requestRate,
                status,
                message,
                counts,
                metrics,
                tiers,
                warnings,
                failures,
                series,
                fitness,
                startedAt,
                repeats,
                basis);
    }
}
