package atlas.validation.gate;

import atlas.validation.gate.Evidence.Finding;
import atlas.validation.record.Comparison;
import atlas.validation.record.Evaluation;
import atlas.validation.record.Evaluation.Item;
import atlas.validation.record.TargetRecord;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fills in the evaluation of a run from what was recorded; the rules of each answer stand in {@link Evidence}, those of
 * what follows from them in {@link Conclusion}.
 */
public final class RunEvaluation {

    private RunEvaluation() {}

    /**
     * Evaluates a run.
     *
     * @param verdict what is said of the run
     * @param targets the servers; the checklist is of the first
     * @param comparison the first server beside the others, or null when there is one
     */
    public static Evaluation of(RunVerdict verdict, List<TargetRecord> targets, @Nullable Comparison comparison) {
        List<Conclusion> conclusions = targets.stream().map(Conclusion::of).toList();
        return new Evaluation(
                checklist(targets, comparison),
                targets.stream().map(TargetRecord::name).toList(),
                ResultRows.of(targets, conclusions),
                Conclusion.recommendation(verdict, targets, conclusions));
    }

    private static List<Item> checklist(List<TargetRecord> targets, @Nullable Comparison comparison) {
        Evidence subject = targets.isEmpty() ? null : new Evidence(targets.getFirst());
        List<Item> items = new ArrayList<>();
        for (Question question : Question.values()) {
            items.add(item(question.text(), subject == null ? notStarted() : question.of(subject)));
            if (question == Question.THROUGHPUT) {
                items.add(item(
                        "It is compared with another server",
                        subject == null ? notStarted() : subject.comparedIn(comparison)));
            }
        }
        items.add(new Item(
                "The report is saved", Evaluation.Answer.YES, "atlas-benchmark-report.json lies beside this file"));
        return items;
    }

    private static Finding notStarted() {
        return Finding.notMeasured("no server was started");
    }

    private static Item item(String text, Finding finding) {
        return new Item(text, finding.answer(), finding.reason());
    }
}
