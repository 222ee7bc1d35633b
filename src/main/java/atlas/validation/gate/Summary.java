package atlas.validation.gate;

import static java.util.stream.Collectors.joining;

import atlas.validation.record.Status;
import java.util.List;
import java.util.stream.Stream;

/**
 * Sums up checks: the worst of them, and one sentence that starts with the word of that status and holds the first
 * check that made it so.
 *
 * @param status the worst of the checks; on record only when none is enforced
 * @param message the sentence
 */
record Summary(Status status, String message) {

    static Summary of(List<JudgedCheck> checks) {
        Status status = StatusAlgebra.worst(Stream.concat(
                        Stream.of(Status.RECORD),
                        checks.stream().map(check -> check.record().status()))
                .toList());
        return new Summary(status, status.word() + ": " + sentence(status, checks));
    }

    /** Returns a summary that decides nothing, for the reason given. */
    static Summary onRecord(String reason) {
        return new Summary(Status.RECORD, Status.RECORD.word() + ": " + reason);
    }

    private static String sentence(Status status, List<JudgedCheck> checks) {
        List<JudgedCheck> enforced = checks.stream().filter(JudgedCheck::counts).toList();
        return switch (status) {
            case PASS -> hold(enforced.size()) + recordOnly(checks);
            case ERROR, FAIL, INCONCLUSIVE -> worst(status, enforced);
            case RECORD -> onRecord(checks);
            case CANCELLED, SKIPPED -> throw new IllegalArgumentException("no check is " + status.word());
        };
    }

    private static String hold(int limits) {
        return switch (limits) {
            case 1 -> "its limit holds";
            case 2 -> "both limits hold";
            default -> "all " + limits + " limits hold";
        };
    }

    private static String worst(Status status, List<JudgedCheck> enforced) {
        List<JudgedCheck> worst = withFinding(enforced, status);
        String more = Stream.of(Status.ERROR, Status.FAIL, Status.INCONCLUSIVE)
                .filter(other -> other == status
                        ? worst.size() > 1
                        : !withFinding(enforced, other).isEmpty())
                .map(other -> {
                    int others = withFinding(enforced, other).size();
                    return other == status ? (others - 1) + " more" : others + " " + other.word();
                })
                .collect(joining(", "));
        return worst.get(0).finding() + (more.isEmpty() ? "" : " (and " + more + ")");
    }

    private static String onRecord(List<JudgedCheck> checks) {
        List<JudgedCheck> gates =
                checks.stream().filter(check -> !check.isInformation()).toList();
        if (gates.isEmpty()) {
            return checks.isEmpty() ? "nothing is limited here" : "for information only";
        }
        String would = wouldBe(gates);
        return would.isEmpty() ? "would pass " + gates.size() + " of " + gates.size() : would;
    }

    /** Returns what the limits that are not enforced would say, beside enforced ones that all hold. */
    private static String recordOnly(List<JudgedCheck> checks) {
        List<JudgedCheck> unenforced = checks.stream()
                .filter(check -> !check.counts() && !check.isInformation())
                .toList();
        String would = wouldBe(unenforced);
        return would.isEmpty() ? "" : "; on record " + would;
    }

    /** Returns what is wrong with limits that are not enforced, empty when nothing is. */
    private static String wouldBe(List<JudgedCheck> gates) {
        List<JudgedCheck> failing = withFinding(gates, Status.FAIL);
        List<JudgedCheck> unmeasured = withFinding(gates, Status.ERROR);
        List<JudgedCheck> undecided = withFinding(gates, Status.INCONCLUSIVE);
        String first = Stream.of(failing, unmeasured, undecided)
                .flatMap(List::stream)
                .map(JudgedCheck::finding)
                .findFirst()
                .orElse("");
        return Stream.of(
                        part("would fail", failing, gates),
                        part("could not measure", unmeasured, gates),
                        part("could not decide", undecided, gates),
                        first)
                .filter(part -> !part.isEmpty())
                .collect(joining(", "));
    }

    private static String part(String verb, List<JudgedCheck> some, List<JudgedCheck> all) {
        return some.isEmpty() ? "" : "%s %d of %d".formatted(verb, some.size(), all.size());
    }

    private static List<JudgedCheck> withFinding(List<JudgedCheck> checks, Status status) {
        return checks.stream().filter(check -> check.wouldBe() == status).toList();
    }
}
