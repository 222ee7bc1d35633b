package atlas.validation.gate;

import static java.util.Objects.requireNonNull;

import atlas.validation.gate.Evidence.Finding;
import atlas.validation.record.CellRecord;
import atlas.validation.record.ColdStart;
import atlas.validation.record.Evaluation.Answer;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import atlas.validation.record.TierRecord;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What follows from the evaluation of one server, by the first of these rules that applies:
 *
 * <ol>
 *   <li>It does not start, does not fit the GPU, loads no model, or none of its measured requests succeeded: it does
 *       not run here.
 *   <li>Nothing that ran shows that it chats: undecided.
 *   <li>A question has the answer no; a cell or the cold start missed a limit, could not be measured or decided
 *       nothing; or the first request took more than ten times as long as the second and more than a second: it works
 *       with reservations.
 *   <li>Else it works. Where no limit is enforced, or a question that matters was not measured, that is said with it.
 * </ol>
 *
 * @param word what it comes to
 * @param reasons why, a clause each; empty for a server that works
 * @param open questions that matter and that nothing answered
 */
record Conclusion(Word word, List<String> reasons, List<Question> open) {

    private static final int SHOWN = 3;
    private static final double SLOW_MS = 1000;
    private static final double SLOW_FACTOR = 10;

    /** Without these nothing else counts. */
    private static final Set<Question> VITAL = Set.of(Question.STARTS, Question.FITS_THE_GPU, Question.LOADS);

    /** A reader should be told where these have no answer. */
    private static final Set<Question> MATTER =
            Set.of(Question.FITS_THE_GPU, Question.CALLS_TOOLS, Question.THROUGHPUT, Question.MAKES_SENSE);

    /** What an evaluation comes to. */
    enum Word {
        WORKS("works"),
        RESERVATIONS("works with reservations"),
        DOES_NOT_RUN("does not run here"),
        UNDECIDED("undecided");

        private final String text;

        Word(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    Conclusion {
        requireNonNull(word, "word is null");
        reasons = List.copyOf(reasons);
        open = List.copyOf(open);
    }

    /** Concludes from what is recorded of a server. */
    static Conclusion of(TargetRecord target) {
        Evidence evidence = new Evidence(target);
        Map<Question, Finding> findings = new EnumMap<>(Question.class);
        for (Question question : Question.values()) {
            findings.put(question, question.of(evidence));
        }
        List<Question> open = findings.entrySet().stream()
                .filter(found ->
                        MATTER.contains(found.getKey()) && found.getValue().answer() == Answer.NOT_MEASURED)
                .map(Map.Entry::getKey)
                .toList();
        Optional<String> fatal = fatal(target, findings);
        if (fatal.isPresent()) {
            return new Conclusion(Word.DOES_NOT_RUN, List.of(fatal.get()), open);
        }
        List<String> reservations = reservations(target, findings);
        Finding chats = requireNonNull(findings.get(Question.CHATS), "chats was not asked");
        if (chats.answer() == Answer.NOT_MEASURED) {
            return new Conclusion(Word.UNDECIDED, List.of("nothing that ran shows that it answers"), open);
        }
        return new Conclusion(reservations.isEmpty() ? Word.WORKS : Word.RESERVATIONS, reservations, open);
    }

    private static Optional<String> fatal(TargetRecord target, Map<Question, Finding> findings) {
        return findings.entrySet().stream()
                .filter(found ->
                        VITAL.contains(found.getKey()) && found.getValue().answer() == Answer.NO)
                .map(found -> found.getValue().reason())
                .findFirst()
                .or(() -> servesNothing(target));
    }

    private static Optional<String> servesNothing(TargetRecord target) {
        int tried = target.cells().stream()
                .mapToInt(cell -> cell.counts().attempted() - cell.counts().cancelled())
                .sum();
        boolean none = target.cells().stream().allMatch(cell -> cell.counts().succeeded() == 0);
        return tried > 0 && none
                ? Optional.of("none of its %d measured requests succeeded".formatted(tried))
                : Optional.empty();
    }

    private static List<String> reservations(TargetRecord target, Map<Question, Finding> findings) {
        List<String> reservations = new ArrayList<>();
        findings.values().stream()
                .filter(finding -> finding.answer() == Answer.NO)
                .map(Finding::reason)
                .forEach(reservations::add);
        slowFirst(target.coldStart()).ifPresent(reservations::add);
        for (TierRecord tier : target.targetTiers()) {
            reservation(tier.name(), tier.status(), tier.message()).ifPresent(reservations::add);
        }
        for (CellRecord cell : target.cells()) {
            reservation(cell.id(), cell.status(), cell.message()).ifPresent(reservations::add);
        }
        return reservations.stream().distinct().toList();
    }

    private static Optional<String> slowFirst(@Nullable ColdStart coldStart) {
        Double first = coldStart == null ? null : coldStart.firstRequestMs();
        Double second = coldStart == null ? null : coldStart.secondRequestMs();
        return first != null && second != null && first > SLOW_MS && first > SLOW_FACTOR * second
                ? Optional.of("the first request takes %s ms to its first token, the second %s ms"
                        .formatted(Numbers.measured(first), Numbers.measured(second)))
                : Optional.empty();
    }

    private static Optional<String> reservation(String name, Status status, @Nullable String message) {
        if (!status.worseThan(Status.PASS)) {
            return Optional.empty();
        }
        String word = status.word() + ": ";
        return Optional.of(
                message == null || !message.startsWith(word)
                        ? name + ": " + status.word()
                        : message.substring(word.length()));
    }

    /** Says what is recommended of the first server, in a few sentences. */
    static String recommendation(RunVerdict verdict, List<TargetRecord> targets, List<Conclusion> conclusions) {
        if (verdict.status() == Status.CANCELLED) {
            return "Undecided: the run was stopped before its end.";
        }
        if (targets.isEmpty()) {
            return "Undecided: " + verdict.reason() + ".";
        }
        TargetRecord subject = targets.getFirst();
        String said = conclusions.getFirst().sentences(subject);
        return subject.simulated() ? "Of the simulator, and of no real server: " + said : said;
    }

    private String sentences(TargetRecord target) {
        return switch (word) {
            case WORKS -> "It works. " + limits(target) + missing();
            case RESERVATIONS -> "It works with reservations: " + because() + "." + missing();
            case DOES_NOT_RUN -> "It does not run here, because " + because() + ".";
            case UNDECIDED -> "Undecided: " + because() + ".";
        };
    }

    private static String limits(TargetRecord target) {
        return target.enforced()
                ? "Every enforced limit holds."
                : "No limit is enforced: set limits from these figures, enforce them, and run again.";
    }

    private String missing() {
        return open.isEmpty()
                ? ""
                : " Not measured: "
                        + open.stream()
                                .map(question -> "\"" + question.text() + "\"")
                                .collect(Collectors.joining(", "))
                        + ".";
    }

    private String because() {
        String shown = reasons.stream().limit(SHOWN).collect(Collectors.joining("; "));
        return reasons.size() > SHOWN ? "%s; and %d more".formatted(shown, reasons.size() - SHOWN) : shown;
    }
}
