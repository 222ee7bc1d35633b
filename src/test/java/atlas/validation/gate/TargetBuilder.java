package atlas.validation.gate;

import atlas.validation.metric.CellMetrics;
import atlas.validation.record.CellFitness;
import atlas.validation.record.CellRecord;
import atlas.validation.record.CheckRecord;
import atlas.validation.record.ClientReadings;
import atlas.validation.record.Counts;
import atlas.validation.record.Gpu;
import atlas.validation.record.ProbeRecord;
import atlas.validation.record.RepeatRecord;
import atlas.validation.record.StageRecord;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import atlas.validation.record.TierRecord;
import atlas.validation.record.Warning;
import atlas.validation.testing.CellBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds target records for tests; status and message come from {@link TargetVerdict} unless they are given. */
final class TargetBuilder {

    private final String name;
    private String model = "model";
    private @Nullable String image;
    private @Nullable String imageDigest;
    private boolean simulated;
    private boolean enforced = true;
    private boolean probesEnforced;
    private @Nullable Status status;
    private final List<Gpu> gpus = new ArrayList<>();
    private final List<StageRecord> stages = new ArrayList<>();
    private final List<ProbeRecord> probes = new ArrayList<>();
    private final List<CellRecord> cells = new ArrayList<>();

    private @Nullable String precision;
    private Map<String, Object> sampling = Map.of();

    private TargetBuilder(String name) {
        this.name = name;
    }

    static TargetBuilder target(String name) {
        return new TargetBuilder(name);
    }

    TargetBuilder model(String id) {
        model = id;
        return this;
    }

    TargetBuilder image(String imageName, @Nullable String digest) {
        image = imageName;
        imageDigest = digest;
        return this;
    }

    TargetBuilder simulated() {
        simulated = true;
        return this;
    }

    TargetBuilder onRecord() {
        enforced = false;
        return this;
    }

    TargetBuilder enforcingProbes() {
        probesEnforced = true;
        return this;
    }

    TargetBuilder status(Status given) {
        status = given;
        return this;
    }

    TargetBuilder gpu(String gpu) {
        gpus.add(new Gpu(gpus.size(), gpu, 49_152L, "8.9", "570.1"));
        return this;
    }

    TargetBuilder stage(String stage, Status became) {
        return stage(stage, became, became == Status.PASS ? null : "it went wrong");
    }

    TargetBuilder stage(String stage, Status became, @Nullable String message) {
        stages.add(new StageRecord(stage, became, 1.0, message));
        return this;
    }

    TargetBuilder probe(String probe, Status became) {
        probes.add(new ProbeRecord(probe, became, null, null));
        return this;
    }

    /** Adds a cell of one tier whose checks have these statuses; the cell is their worst. */
    TargetBuilder cell(String id, Status... checks) {
        List<CheckRecord> records =
                List.of(checks).stream().map(TargetBuilder::check).toList();
        List<Status> parts = new ArrayList<>(List.of(checks));
        parts.add(Status.RECORD);
        Status worst = StatusAlgebra.worst(parts);
        return cell(id, worst, worst.word() + ": told by " + id, new Counts(1, 1, 0, 0, Map.of("success", 1)), records);
    }

    TargetBuilder cellWithoutSuccess(String id) {
        Counts counts = new Counts(2, 0, 2, 0, Map.of("http_error", 2));
        return cell(id, Status.ERROR, "error: no request succeeded", counts, List.of(check(Status.RECORD)));
    }

    TargetBuilder recordedCell(String id, String message) {
        return cell(id, Status.RECORD, message, new Counts(1, 1, 0, 0, Map.of("success", 1)), List.of());
    }

    private TargetBuilder cell(String id, Status became, String message, Counts counts, List<CheckRecord> checks) {
        TierRecord tier = new TierRecord("health", became, message, checks);
        cells.add(cellRecord(id, became, message, counts, List.of(tier), Map.of(), List.of(), null));
        return this;
    }

    TargetBuilder skippedCell(String id, String message) {
        cells.add(cellRecord(id, Status.SKIPPED, message, Counts.none(), List.of(), Map.of(), List.of(), null));
        return this;
    }

    /** Adds a cell of a thousand successful requests. */
    TargetBuilder measured(String id, Map<String, @Nullable Double> metrics, String... warningCodes) {
        return measuredOn(1000, id, metrics, warningCodes);
    }

    /** Adds a cell of a thousand successful requests that became this. */
    TargetBuilder measuredAs(Status became, String id, Map<String, @Nullable Double> metrics) {
        Counts counts = new Counts(1000, 1000, 0, 0, Map.of("success", 1000));
        cells.add(cellRecord(id, became, null, counts, List.of(), metrics, List.of(), null));
        return this;
    }

    /** Adds a cell of a workload. */
    TargetBuilder measuredIn(String workload, String id, Map<String, @Nullable Double> metrics) {
        measured(id, metrics);
        CellRecord cell = cells.removeLast();
        cells.add(CellBuilder.like(cell).workload(workload).build());
        return this;
    }

    /** Adds a cell with one figure of several repeats. */
    TargetBuilder measuredInRepeats(String id, String metric, double... repeats) {
        CellMetrics all = new Measured().repeated(metric, repeats).metrics();
        measured(id, Map.of(metric, all.value(metric).value()));
        CellRecord cell = cells.removeLast();
        List<RepeatRecord> records = new ArrayList<>();
        for (int i = 0; i < repeats.length; i++) {
            records.add(new RepeatRecord(
                    i,
                    PastRuns.NOW,
                    null,
                    cell.counts(),
                    Map.of(metric, repeats[i]),
                    List.of(),
                    CellFitness.of("fit", List.of(), ClientReadings.NONE)));
        }
        cells.add(CellBuilder.like(cell).repeats(records).basis(all.basis()).build());
        return this;
    }

    TargetBuilder measuredOn(int successes, String id, Map<String, @Nullable Double> metrics, String... warningCodes) {
        Counts counts = new Counts(successes, successes, 0, 0, Map.of("success", successes));
        List<Warning> warnings = List.of(warningCodes).stream()
                .map(code -> new Warning(code, "it is so"))
                .toList();
        cells.add(cellRecord(id, Status.RECORD, null, counts, List.of(), metrics, warnings, null));
        return this;
    }

    /** Adds a cell without any limit, whose client is said to be this fit. */
    TargetBuilder cellOfClient(String id, String fitness, String... reasons) {
        Counts counts = new Counts(1, 1, 0, 0, Map.of("success", 1));
        CellFitness client = CellFitness.of(fitness, List.of(reasons), ClientReadings.NONE);
        cells.add(cellRecord(id, Status.RECORD, "record: no limits", counts, List.of(), Map.of(), List.of(), client));
        return this;
    }

    private static CellRecord cellRecord(
            String id,
            Status became,
            @Nullable String message,
            Counts counts,
            List<TierRecord> tiers,
            Map<String, @Nullable Double> metrics,
            List<Warning> warnings,
            @Nullable CellFitness fitness) {
        return CellBuilder.cell(id)
                .became(became, message)
                .counts(counts)
                .tiers(tiers)
                .metrics(metrics)
                .warnings(warnings)
                .fitness(fitness)
                .build();
    }

    private static CheckRecord check(Status became) {
        return new CheckRecord(
                "failed",
                "max",
                0.0,
                0.0,
                "count",
                1L,
                null,
                became,
                "failed is judged",
                "thresholds/x.json",
                17,
                null,
                null);
    }

    TargetBuilder cellRecord(CellRecord cell) {
        cells.add(cell);
        return this;
    }

    TargetBuilder precision(String word) {
        precision = word;
        return this;
    }

    TargetBuilder sampling(Map<String, Object> fields) {
        sampling = fields;
        return this;
    }

    TargetVerdict verdict() {
        return TargetVerdict.of(enforced, probesEnforced, stages, List.of(), probes, cells);
    }

    TargetRecord build() {
        TargetVerdict verdict = verdict();
        Status said = status == null ? verdict.status() : status;
        String message = status == null ? verdict.message() : said.word() + ": told by " + name;
        return new TargetRecord(
                name,
                said,
                message,
                "configs/" + name + ".json",
                "00",
                null,
                "atlas",
                model,
                "http://127.0.0.1:8888",
                simulated,
                enforced,
                "thresholds/x.json",
                image,
                imageDigest,
                null,
                Map.of(),
                List.of(),
                List.of(),
                gpus,
                List.of(),
                null,
                stages,
                null,
                List.of(),
                probes,
                cells,
                null,
                precision,
                sampling);
    }
}
