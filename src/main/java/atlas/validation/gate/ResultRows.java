package atlas.validation.gate;

import atlas.validation.record.CellRecord;
import atlas.validation.record.Evaluation.Row;
import atlas.validation.record.TargetRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lays the results of an evaluation side by side. A speed is that of one stream while it generates, 1000 / mean TPOT,
 * since a speed over the whole request would have the prompt's time in it.
 */
final class ResultRows {

    /** What an evaluation calls the shapes that it asks for, and the names that such a shape may have. */
    private static final Map<String, List<String>> KNOWN_SHAPES = knownShapes();

    private final List<TargetRecord> targets;
    private final List<Row> rows = new ArrayList<>();

    private ResultRows(List<TargetRecord> targets) {
        this.targets = targets;
    }

    private static Map<String, List<String>> knownShapes() {
        Map<String, List<String>> shapes = new LinkedHashMap<>();
        shapes.put("short", List.of("short_answer"));
        shapes.put("code", List.of("code", "code_generation"));
        shapes.put("reasoning", List.of("reasoning"));
        shapes.put("long", List.of("long_form"));
        return shapes;
    }

    /** @param conclusions what each target comes to, in their order */
    static List<Row> of(List<TargetRecord> targets, List<Conclusion> conclusions) {
        ResultRows result = new ResultRows(targets);
        result.add("Starts?", null, evidence -> answer(evidence.starts()));
        result.add("CUDA compatible?", null, evidence -> answer(evidence.fitsTheGpu()));
        result.add("Cold start", "from the launch to the first token", evidence -> {
            Double millis = evidence.coldStartMs();
            return millis == null ? null : Numbers.measured(millis / 1000) + " s";
        });
        KNOWN_SHAPES.forEach(result::addKnownShape);
        result.otherCells().forEach(result::addCell);
        result.add("Tool calls work?", null, evidence -> answer(evidence.callsTools()));
        result.add("Answers make sense?", null, evidence -> answer(evidence.makesSense()));
        result.add(
                "Status",
                "limits, probes and stages together",
                evidence -> evidence.target().status().word());
        List<@Nullable String> verdicts = new ArrayList<>();
        conclusions.forEach(conclusion -> verdicts.add(conclusion.word().text()));
        result.rows.add(new Row("Overall verdict", verdicts, "by the checklist and the limits"));
        return result.rows;
    }

    private void addKnownShape(String name, List<String> combos) {
        add(
                "tok/s (%s)".formatted(name),
                "one stream of %s at its lowest load".formatted(combos.getFirst()),
                evidence ->
                        lowest(evidence.target(), combos).map(ResultRows::speed).orElse(null));
    }

    private static Optional<CellRecord> lowest(TargetRecord target, List<String> combos) {
        return target.cells().stream()
                .filter(cell -> combos.contains(cell.combo()) && cell.concurrency() != null)
                .min(Comparator.comparing(CellRecord::concurrency));
    }

    private Set<String> otherCells() {
        Set<String> ids = new LinkedHashSet<>();
        for (TargetRecord target : targets) {
            for (CellRecord cell : target.cells()) {
                boolean shown = KNOWN_SHAPES.values().stream()
                        .flatMap(combos -> lowest(target, combos).stream())
                        .anyMatch(lowest -> lowest.id().equals(cell.id()));
                if (!shown) {
                    ids.add(cell.id());
                }
            }
        }
        return ids;
    }

    private void addCell(String id) {
        add(
                "tok/s (%s)".formatted(id),
                "one stream",
                evidence -> cell(evidence.target(), id).map(ResultRows::speed).orElse(null));
    }

    private static Optional<CellRecord> cell(TargetRecord target, String id) {
        return target.cells().stream().filter(cell -> cell.id().equals(id)).findFirst();
    }

    private static @Nullable String speed(CellRecord cell) {
        Double tpot = cell.metrics().get("mean_tpot_ms");
        return tpot == null || tpot <= 0 ? null : Numbers.measured(1000 / tpot);
    }

    private static @Nullable String answer(Evidence.Finding finding) {
        return switch (finding.answer()) {
            case YES -> "yes";
            case NO -> "no";
            case NOT_MEASURED -> null;
        };
    }

    private void add(String name, @Nullable String note, Function<Evidence, @Nullable String> value) {
        List<@Nullable String> values = new ArrayList<>();
        targets.forEach(target -> values.add(value.apply(new Evidence(target))));
        rows.add(new Row(name, values, note));
    }
}
