package atlas.validation.report;

import atlas.validation.record.ClientInfo;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The sentences that console and summary share. */
final class Wording {

    private static final Set<Status> IN_TROUBLE = Set.of(Status.ERROR, Status.FAIL, Status.INCONCLUSIVE);
    private static final int MOST_AGAIN = 5;

    private Wording() {}

    static String meaning(Status status) {
        return switch (status) {
            case CANCELLED -> "the run was stopped before its end";
            case ERROR -> "something could not be measured";
            case FAIL -> "a gate, probe or cell failed";
            case INCONCLUSIVE -> "the figures cannot carry a decision";
            case PASS -> "everything that is enforced holds";
            case RECORD -> "measured, nothing enforced";
            case SKIPPED -> "nothing was measured";
        };
    }

    static String reason(RunRecord record) {
        String reason = record.statusReason();
        return reason == null || reason.isBlank() ? meaning(record.status()) : PlainText.brief(reason);
    }

    /** Returns the reason for the head of a report that lists the problems below it, and need not say them twice. */
    static String headline(RunRecord record) {
        String reason = reason(record);
        int problems = record.problems().size();
        boolean repeated =
                record.problems().stream().anyMatch(problem -> reason.contains(PlainText.brief(problem.sentence())));
        if (!repeated) {
            return reason;
        }
        return problems == 1
                ? "the input has a problem; nothing was run"
                : "the input has %d problems; nothing was run".formatted(problems);
    }

    /** Returns what to look at: nothing where the reason says all of it. */
    static List<Finding> untold(RunRecord record) {
        List<Finding> findings = Findings.of(record);
        boolean told = findings.size() == 1
                && reason(record).contains(findings.getFirst().sentence());
        return told ? List.of() : findings;
    }

    static String exitCode(int code) {
        String meaning = switch (code) {
            case 0 -> "nothing failed";
            case 1 -> "a gate, probe or cell failed";
            case 2 -> "the configuration has problems; nothing was run";
            case 3 -> "the server could not be launched or reached";
            case 4 -> "inconclusive: the figures cannot carry a decision";
            case 130 -> "cancelled";
            default -> "unknown";
        };
        return "exit code %d: %s".formatted(code, meaning);
    }

    /** Returns the note that no report of a simulated run may lack, or nothing when every server was real. */
    static Optional<String> simulated(RunRecord record) {
        List<TargetRecord> simulated =
                record.targets().stream().filter(TargetRecord::simulated).toList();
        if (simulated.isEmpty()) {
            return Optional.empty();
        }
        String names = simulated.stream().map(TargetRecord::name).collect(Collectors.joining(", "));
        return Optional.of(PlainText.oneLine(
                "SIMULATED: the built-in simulator stood in for the server (%s). The figures show that the suite works; they say nothing about a real server or GPU."
                        .formatted(names)));
    }

    /** Returns that the client itself may be the bottleneck and why, or nothing where it is fit or was not examined. */
    static Optional<String> client(RunRecord record) {
        ClientInfo.Fitness fitness = record.client().fitness();
        if (fitness == null || fitness.verdict().equals("fit")) {
            return Optional.empty();
        }
        int more = fitness.reasons().size() - 1;
        String first = fitness.reasons().isEmpty()
                ? "no reason was recorded"
                : fitness.reasons().getFirst();
        String others = more < 1 ? "" : " (and %d more)".formatted(more);
        String worth = clientWorth(record).map(told -> "; " + told).orElse("");
        return Optional.of(
                PlainText.oneLine("The client is %s: %s%s%s".formatted(fitness.verdict(), first, others, worth)));
    }

    /** Returns what the figures are worth that a client took which was not fit; nothing where it was. */
    static Optional<String> clientWorth(RunRecord record) {
        ClientInfo.Fitness fitness = record.client().fitness();
        return switch (fitness == null ? "" : fitness.verdict()) {
            case "unfit" -> Optional.of("no limit of a cell with an unfit client is decided");
            case "marginal" ->
                Optional.of(
                        "limits are judged all the same, but latencies of such a cell may contain waiting of the client itself");
            default -> Optional.empty();
        };
    }

    /**
     * Returns the tag expression that chooses the cells in trouble, for whoever wants to see them alone once more;
     * nothing where there is none, where they are all cells, or where they are too many to be told.
     */
    static Optional<String> again(RunRecord record) {
        boolean several = record.targets().size() > 1;
        List<String> troubled = record.targets().stream()
                .flatMap(target -> target.cells().stream()
                        .filter(cell -> IN_TROUBLE.contains(cell.status()))
                        .map(cell -> several ? "(%s & %s)".formatted(target.name(), cell.id()) : cell.id()))
                .toList();
        long cells = record.targets().stream()
                .mapToLong(target -> target.cells().size())
                .sum();
        return troubled.isEmpty() || troubled.size() == cells || troubled.size() > MOST_AGAIN
                ? Optional.empty()
                : Optional.of(String.join(" | ", troubled));
    }
}
