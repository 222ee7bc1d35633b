package atlas.validation.report;

import atlas.validation.record.CellRecord;
import atlas.validation.record.ColdStart;
import atlas.validation.record.Evaluation;
import atlas.validation.record.RunRecord;
import atlas.validation.record.TargetRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The table of a sweep over several models or servers, one row each, ready to be pasted into a README: tokens per
 * second of one question by number of users. A target that did not start has its row too.
 */
final class ModelTable {

    /** The question that shows how fast a server generates, and not how fast it reads. */
    private static final String SHORT_ANSWER = "short_answer";

    private static final String VERDICT = "Overall verdict";
    private static final int MOST_LOADS = 6;

    private ModelTable() {}

    /** Returns the table's lines; none when there is one target alone, or no shape under a number of users. */
    static List<String> lines(RunRecord record) {
        Optional<String> combo = record.targets().size() < 2 ? Optional.empty() : combo(record);
        if (combo.isEmpty()) {
            return List.of();
        }
        List<Integer> users = users(record, combo.get());
        List<String> lines = new ArrayList<>();
        lines.add("### Side by side: output tok/s of `%s` by users".formatted(PlainText.oneLine(combo.get())));
        lines.add("");
        List<String> head = new ArrayList<>(List.of("Model", "Server", "Cold start (s)", "TTFT p50 (ms)"));
        users.forEach(number -> head.add(number == 1 ? "1 user" : number + " users"));
        head.add("Verdict");
        lines.add(Markdown.row(head));
        lines.add("|---|---|--:|--:|" + "--:|".repeat(users.size()) + "---|");
        for (int place = 0; place < record.targets().size(); place++) {
            lines.add(row(record, place, combo.get(), users));
        }
        return lines;
    }

    private static String row(RunRecord record, int place, String combo, List<Integer> users) {
        TargetRecord target = record.targets().get(place);
        ColdStart coldStart = target.coldStart();
        Double launched = coldStart == null ? null : coldStart.coldStartMs();
        List<String> cells = new ArrayList<>();
        cells.add(Markdown.escaped(Objects.toString(target.model(), Figures.MISSING)));
        cells.add(Markdown.escaped(target.image() == null ? target.driver() : target.driver() + ", " + target.image()));
        cells.add(Figures.of(launched == null ? null : (Double) (launched / 1000)));
        cells.add(Figures.of(figure(target, combo, users.getFirst(), "median_ttft_ms")));
        users.forEach(number -> cells.add(Figures.of(figure(target, combo, number, "output_throughput"))));
        cells.add(Markdown.escaped(verdict(record, place)));
        return Markdown.row(cells);
    }

    private static @Nullable Double figure(TargetRecord target, String combo, int users, String metric) {
        return target.cells().stream()
                .filter(cell -> cell.combo().equals(combo) && Objects.equals(cell.concurrency(), users))
                .findFirst()
                .map(cell -> cell.metrics().get(metric))
                .orElse(null);
    }

    private static String verdict(RunRecord record, int place) {
        Evaluation evaluation = record.evaluation();
        String word = record.targets().get(place).status().word();
        if (evaluation == null) {
            return word;
        }
        return evaluation.results().stream()
                .filter(row ->
                        row.name().equals(VERDICT) && place < row.values().size())
                .findFirst()
                .map(row -> Objects.requireNonNullElse(row.values().get(place), word))
                .orElse(word);
    }

    private static Optional<String> combo(RunRecord record) {
        List<String> combos = record.targets().stream()
                .flatMap(target -> target.cells().stream())
                .filter(cell -> cell.concurrency() != null)
                .map(CellRecord::combo)
                .toList();
        return combos.contains(SHORT_ANSWER)
                ? Optional.of(SHORT_ANSWER)
                : combos.stream().findFirst();
    }

    private static List<Integer> users(RunRecord record, String combo) {
        TreeSet<Integer> users = new TreeSet<>();
        record.targets().stream()
                .flatMap(target -> target.cells().stream())
                .filter(cell -> cell.combo().equals(combo) && cell.concurrency() != null)
                .forEach(cell -> users.add(Objects.requireNonNull(cell.concurrency(), "concurrency")));
        return users.stream().limit(MOST_LOADS).toList();
    }
}
