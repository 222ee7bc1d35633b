package atlas.validation.gate;

import atlas.validation.gate.Evidence.Finding;
import atlas.validation.record.Comparison;
import atlas.validation.record.Evaluation;
import atlas.validation.record.Evaluation.Item;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Fills in the evaluation of a run from what was recorded; the rules of each answer stand in {@link Evidence}. */
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
        return new Evaluation(
                checklist(targets, comparison),
                targets.stream().map(TargetRecord::name).toList(),
                ResultRows.of(targets),
                recommendation(verdict, targets));
    }

    private static List<Item> checklist(List<TargetRecord> targets, @Nullable Comparison comparison) {
        Evidence subject = targets.isEmpty() ? null : new Evidence(targets.getFirst());
        List<Item> items = new ArrayList<>();
        items.add(item("The server starts", subject, Evidence::starts));
        items.add(item("Its CUDA kernels run on this GPU", subject, Evidence::fitsTheGpu));
        items.add(item("The model loads", subject, Evidence::loadsTheModel));
        items.add(item("/v1/models lists it", subject, Evidence::listsModels));
        items.add(item("Chat completions work", subject, Evidence::chats));
        items.add(item("Tool calls work", subject, Evidence::callsTools));
        items.add(item("The cold start is measured", subject, Evidence::coldStart));
        items.add(item("Throughput is measured", subject, Evidence::throughput));
        items.add(item("It is compared with another server", subject, evidence -> evidence.comparedIn(comparison)));
        items.add(new Item(
                "The report is saved", Evaluation.Answer.YES, "atlas-benchmark-report.json lies beside this file"));
        return items;
    }

    private static Item item(String question, @Nullable Evidence subject, Function<Evidence, Finding> rule) {
        Finding finding = subject == null ? Finding.notMeasured("no server was started") : rule.apply(subject);
        return new Item(question, finding.answer(), finding.reason());
    }

    private static String recommendation(RunVerdict verdict, List<TargetRecord> targets) {
        if (verdict.status() != Status.CANCELLED && targets.stream().anyMatch(TargetRecord::simulated)) {
            return "None: a simulator stood in for a server, so this says nothing about a real one.";
        }
        return switch (verdict.status()) {
            case PASS -> "Use it: every enforced limit holds on this hardware.";
            case RECORD ->
                "Undecided: the server was measured, and no limit is enforced. Set limits from these figures, enforce"
                        + " them, and run again.";
            case FAIL -> "Do not merge: " + verdict.reason() + ".";
            case ERROR -> "Do not use it as it is: " + verdict.reason() + ".";
            case INCONCLUSIVE -> "Undecided, run again: " + verdict.reason() + ".";
            case CANCELLED -> "Undecided: the run was stopped before its end.";
            case SKIPPED -> "Undecided: nothing was measured.";
        };
    }
}
