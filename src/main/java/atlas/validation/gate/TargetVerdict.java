package atlas.validation.gate;

import static java.util.Objects.requireNonNull;

import atlas.validation.record.CellRecord;
import atlas.validation.record.CheckRecord;
import atlas.validation.record.ProbeRecord;
import atlas.validation.record.StageRecord;
import atlas.validation.record.Status;
import atlas.validation.record.TierRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is said of a target: the worst of its parts, with three rules of its own. Stages and unenforced probes can only
 * make it worse, since a launched server proves nothing about its speed. A cell without one success and a failed stage
 * count even when thresholds are on record only. And where thresholds are enforced but not one could be decided (all of
 * them {@code info}, inconclusive or not measured), with nothing else gone wrong, it is inconclusive; or skipped, when
 * no cell was run to its end.
 *
 * @param status what is said
 * @param message one sentence that starts with the word of the status
 */
public record TargetVerdict(Status status, String message) {

    public TargetVerdict {
        requireNonNull(status, "status is null");
        requireNonNull(message, "message is null");
    }

    private record Part(Status status, String message) {}

    /**
     * Sums up a target.
     *
     * @param enforced whether its thresholds are enforced
     * @param probesEnforced whether its probes are
     * @param stages its stages
     * @param targetTiers what was judged once per server
     * @param probes its probes
     * @param cells its cells
     */
    public static TargetVerdict of(
            boolean enforced,
            boolean probesEnforced,
            List<StageRecord> stages,
            List<TierRecord> targetTiers,
            List<ProbeRecord> probes,
            List<CellRecord> cells) {
        List<Part> parts = new ArrayList<>();
        for (StageRecord stage : stages) {
            if (stage.status().worseThan(Status.PASS)) {
                parts.add(new Part(stage.status(), stage.name() + ": " + text(stage.message(), stage.status())));
            }
        }
        for (CellRecord cell : cells) {
            parts.add(new Part(cell.status(), text(cell.message(), cell.status())));
            String unfit = ClientFitness.whyUnfit(cell.fitness());
            if (unfit != null && !cell.status().worseThan(Status.PASS)) {
                // No limit of the cell says it: there was none to decide, or none is enforced.
                parts.add(new Part(
                        Status.INCONCLUSIVE,
                        "inconclusive: the client is unfit in %s: %s".formatted(cell.id(), unfit)));
            }
        }
        for (TierRecord tier : targetTiers) {
            parts.add(new Part(tier.status(), text(tier.message(), tier.status())));
        }
        for (ProbeRecord probe : probes) {
            boolean onRecord = probe.status() == Status.PASS && !probesEnforced;
            parts.add(new Part(
                    onRecord ? Status.RECORD : probe.status(),
                    probe.name() + ": " + text(probe.message(), probe.status())));
        }
        Status worst = StatusAlgebra.worst(parts.stream().map(Part::status).toList());
        List<CheckRecord> checks = Stream.concat(
                        targetTiers.stream(), cells.stream().flatMap(cell -> cell.tiers().stream()))
                .flatMap(tier -> tier.checks().stream())
                .toList();
        boolean judged = !cells.isEmpty() || !checks.isEmpty();
        if (enforced && judged && checks.stream().noneMatch(TargetVerdict::decided) && !broken(stages, probes, cells)) {
            if (!worst.worseThan(Status.PASS)
                    && checks.isEmpty()
                    && cells.stream().allMatch(TargetVerdict::skipped)) {
                return new TargetVerdict(Status.SKIPPED, "skipped: " + nothingRun(cells));
            }
            return new TargetVerdict(Status.INCONCLUSIVE, "inconclusive: " + undecided(checks, cells));
        }
        return new TargetVerdict(worst, worst.word() + ": " + sentence(worst, parts, checks));
    }

    private static boolean decided(CheckRecord check) {
        return check.status() == Status.PASS || check.status() == Status.FAIL;
    }

    /** Tells whether anything but a limit went wrong. */
    private static boolean broken(List<StageRecord> stages, List<ProbeRecord> probes, List<CellRecord> cells) {
        return stages.stream().anyMatch(stage -> stage.status().worseThan(Status.INCONCLUSIVE))
                || probes.stream().anyMatch(probe -> probe.status().worseThan(Status.INCONCLUSIVE))
                || cells.stream()
                        .anyMatch(cell -> cell.status().worseThan(Status.INCONCLUSIVE)
                                && cell.counts().succeeded() == 0);
    }

    private static boolean skipped(CellRecord cell) {
        return cell.status() == Status.SKIPPED;
    }

    private static String nothingRun(List<CellRecord> skipped) {
        return skipped.size() < 2 ? whySkipped(skipped) : "no cell was judged: " + whySkipped(skipped);
    }

    private static String whySkipped(List<CellRecord> skipped) {
        return skipped.stream()
                .findFirst()
                .map(cell -> withoutWord(text(cell.message(), cell.status()), Status.SKIPPED))
                .orElse("nothing was judged");
    }

    private static String undecided(List<CheckRecord> checks, List<CellRecord> cells) {
        return checks.stream()
                .filter(check -> check.status() == Status.ERROR || check.status() == Status.INCONCLUSIVE)
                .findFirst()
                .map(check -> "thresholds are enforced, but none could be decided: " + check.message())
                .orElseGet(() -> "thresholds are enforced, but " + nothingEnforced(checks, cells));
    }

    /** Says why no check could decide, where none was even undecided. */
    private static String nothingEnforced(List<CheckRecord> checks, List<CellRecord> cells) {
        List<CellRecord> skipped = cells.stream().filter(TargetVerdict::skipped).toList();
        String rows = skipped.isEmpty() ? "the chosen rows" : "the rows that ran";
        String found = checks.isEmpty()
                ? "none of " + rows + " has a limit"
                : "every limit of " + rows + " is for information or not enforced";
        return skipped.isEmpty() ? found : found + ", and " + whySkipped(skipped);
    }

    private static String sentence(Status worst, List<Part> parts, List<CheckRecord> checks) {
        List<Part> worstParts =
                parts.stream().filter(part -> part.status() == worst).toList();
        int count = worstParts.size();
        return switch (worst) {
            case CANCELLED, ERROR, FAIL, INCONCLUSIVE -> {
                String first = withoutWord(worstParts.get(0).message(), worst);
                yield count == 1 ? first : "%s (and %d more of %d parts)".formatted(first, count - 1, parts.size());
            }
            case PASS -> allHold(checks, count);
            case RECORD -> onRecord(parts);
            case SKIPPED -> "nothing was judged";
        };
    }

    private static String allHold(List<CheckRecord> checks, int passed) {
        long limits =
                checks.stream().filter(check -> check.status() == Status.PASS).count();
        if (limits == 0) {
            return passed == 1 ? "the enforced probe passes" : "all " + passed + " enforced probes pass";
        }
        return enforcedLimitsHold(limits);
    }

    /** Says that every one of at least one enforced limit holds. */
    static String enforcedLimitsHold(long limits) {
        if (limits == 1) {
            return "the enforced limit holds";
        }
        return limits == 2 ? "both enforced limits hold" : "all " + limits + " enforced limits hold";
    }

    private static String onRecord(List<Part> parts) {
        return parts.stream()
                .map(Part::message)
                .filter(message -> message.startsWith("record: would fail"))
                .findFirst()
                .map(message -> "nothing is enforced; " + withoutWord(message, Status.RECORD))
                .orElse("nothing is enforced");
    }

    private static String withoutWord(String message, Status status) {
        String word = status.word() + ": ";
        return message.startsWith(word) ? message.substring(word.length()) : message;
    }

    private static String text(@Nullable String message, Status status) {
        return message == null ? status.word() : message;
    }
}
