package atlas.validation.engine;

import atlas.validation.gate.RowVerdict;
import atlas.validation.record.Problem;
import atlas.validation.record.Status;
import atlas.validation.report.Evidence;
import java.util.List;

/** Opens the run, or tells everything that is wrong with its input. */
record ConfigurationRow() implements Row {

    @Override
    public RowVerdict run(ValidationContext context) {
        List<Problem> problems = context.open();
        if (problems.isEmpty() && context.planOnly()) {
            return context.tellPlan();
        }
        if (problems.isEmpty()) {
            return new RowVerdict(Status.PASS, "pass: the configuration is sound", List.of());
        }
        context.finish();
        List<String> sentences = problems.stream().map(Problem::sentence).toList();
        String message = problems.size() == 1
                ? "error: " + sentences.getFirst()
                : "error: %d problems; the first: %s".formatted(problems.size(), sentences.getFirst());
        return new RowVerdict(Status.ERROR, message, sentences);
    }

    @Override
    public List<Evidence> evidence(ValidationContext context, RowVerdict verdict) {
        return verdict.details().isEmpty()
                ? List.of()
                : List.of(new Evidence.Text("problems.txt", String.join("\n", verdict.details()) + "\n"));
    }
}
