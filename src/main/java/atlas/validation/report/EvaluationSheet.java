package atlas.validation.report;

import atlas.validation.record.Evaluation;
import atlas.validation.record.RunRecord;
import atlas.validation.record.TargetRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes {@code evaluation.md}: the evaluation of a server on its hardware, as a page to file or to send. */
public final class EvaluationSheet {

    private static final String NOT_MEASURED = "not measured";

    private final RunRecord record;
    private final StringBuilder text = new StringBuilder();

    private EvaluationSheet(RunRecord record) {
        this.record = record;
    }

    public static String render(RunRecord record) {
        return new EvaluationSheet(record).render();
    }

    private String render() {
        line("# Evaluation: " + Markdown.escaped(record.runId()));
        line("");
        line("**Status: %s** (%s)".formatted(record.status().word(), Markdown.escaped(Wording.reason(record))));
        Wording.simulated(record).ifPresent(note -> {
            line("");
            line("> **" + Markdown.escaped(note) + "**");
        });
        if (!record.targets().isEmpty()) {
            heading("Hardware and server");
            hardware();
        }
        Evaluation evaluation = record.evaluation();
        if (evaluation == null) {
            line("");
            line("The run has not ended, so nothing is evaluated yet.");
            return text.toString();
        }
        heading("Checklist");
        evaluation.checklist().forEach(this::item);
        heading("Results");
        if (evaluation.servers().isEmpty()) {
            line("No server was started.");
        } else {
            results(evaluation);
        }
        heading("Recommendation");
        line(Markdown.escaped(evaluation.recommendation()));
        return text.toString();
    }

    private void hardware() {
        table("", record.targets().stream().map(TargetRecord::name).toList(), null);
        hardwareRow("Model", TargetRecord::model);
        hardwareRow("Driver", TargetRecord::driver);
        hardwareRow("Image", EvaluationSheet::image);
        hardwareRow("Version", TargetRecord::serverVersion);
        hardwareRow("GPU", EvaluationSheet::gpus);
        hardwareRow("GPU memory", EvaluationSheet::gpuMemory);
        hardwareRow(
                "CUDA compute",
                target -> target.gpus().isEmpty()
                        ? null
                        : target.gpus().getFirst().computeCapability());
    }

    private static @Nullable String gpus(TargetRecord target) {
        if (target.gpus().isEmpty()) {
            return target.simulated() ? "none: SIMULATED" : null;
        }
        return target.gpus().size() + " x " + target.gpus().getFirst().name();
    }

    private static @Nullable String image(TargetRecord target) {
        return target.simulated() && target.image() == null ? "none: SIMULATED" : target.image();
    }

    private static @Nullable String gpuMemory(TargetRecord target) {
        Long memory = target.gpus().isEmpty() ? null : target.gpus().getFirst().memoryMb();
        return memory == null ? null : memory + " MiB";
    }

    /** Tells something of each target, or null where it is not known. */
    private void hardwareRow(String name, Function<TargetRecord, @Nullable String> fact) {
        List<@Nullable String> values = new ArrayList<>();
        record.targets().forEach(target -> values.add(fact.apply(target)));
        row(name, values, "not known", null);
    }

    private void item(Evaluation.Item item) {
        String question = Markdown.escaped(item.question());
        String reason = Markdown.escaped(item.reason());
        line(
                switch (item.answer()) {
                    case YES -> "- [x] %s: %s".formatted(question, reason);
                    case NO -> "- [ ] %s: **no**, %s".formatted(question, reason);
                    case NOT_MEASURED -> "- [ ] %s: %s, %s".formatted(question, NOT_MEASURED, reason);
                });
    }

    private void results(Evaluation evaluation) {
        table("Metric", evaluation.servers(), "Notes");
        for (Evaluation.Row result : evaluation.results()) {
            row(result.name(), result.values(), NOT_MEASURED, result.note() == null ? "" : result.note());
        }
    }

    /** Begins a table with one column per server and, where there are notes, one for them. */
    private void table(String corner, List<String> servers, @Nullable String notes) {
        row(corner, new ArrayList<@Nullable String>(servers), "", notes);
        line(Markdown.row(Collections.nCopies(servers.size() + (notes == null ? 1 : 2), "---")));
    }

    private void row(String name, List<@Nullable String> values, String missing, @Nullable String note) {
        List<String> cells = new ArrayList<>();
        cells.add(Markdown.escaped(name));
        for (String value : values) {
            cells.add(value == null ? missing : Markdown.escaped(value));
        }
        if (note != null) {
            cells.add(Markdown.escaped(note));
        }
        line(Markdown.row(cells));
    }

    private void heading(String title) {
        line("");
        line("## " + title);
        line("");
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
