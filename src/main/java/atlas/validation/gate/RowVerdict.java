package atlas.validation.gate;

import static java.util.Objects.requireNonNull;

import atlas.validation.config.Inconclusive;
import atlas.validation.record.CheckRecord;
import atlas.validation.record.Counts;
import atlas.validation.record.Status;
import atlas.validation.record.TierRecord;
import java.util.List;

/**
 * What a row of the JUnit tree says.
 *
 * @param status its status
 * @param message one sentence on one line that starts with the word of the status, since build tools show one line
 * @param details further lines: every check that makes the row what it is
 */
public record RowVerdict(Status status, String message, List<String> details) {

    /** How JUnit is told. */
    public enum Outcome {
        SUCCESSFUL,
        /** By an {@code AssertionError}: measured, and not good enough. */
        FAILED,
        /** By any other throwable: something is wrong beyond the figures. */
        ERROR,
        ABORTED
    }

    public RowVerdict {
        requireNonNull(status, "status is null");
        requireNonNull(message, "message is null");
        details = List.copyOf(details);
    }

    /** Returns the row of one tier of a cell, or of what is measured once per server. */
    public static RowVerdict of(TierRecord tier) {
        List<String> details = tier.checks().stream()
                .filter(check -> check.status().worseThan(Status.PASS) || tier.status() == Status.RECORD)
                .map(RowVerdict::line)
                .toList();
        String message = tier.message() == null ? tier.status().word() : tier.message();
        return new RowVerdict(tier.status(), message, details);
    }

    /** Returns the row of a cell's load: an error when no request succeeded; single failures are the health tier's. */
    public static RowVerdict ofInference(Counts counts) {
        if (counts.succeeded() == 0) {
            return new RowVerdict(Status.ERROR, "error: " + CellJudge.noSuccess(counts), List.of());
        }
        return new RowVerdict(
                Status.PASS,
                "pass: %d of %d requests succeeded".formatted(counts.succeeded(), counts.attempted()),
                List.of());
    }

    /** Returns how JUnit is told, where {@code policy} says what an inconclusive row means. */
    public Outcome outcome(Inconclusive policy) {
        return switch (status) {
            case PASS -> Outcome.SUCCESSFUL;
            case FAIL -> Outcome.FAILED;
            case ERROR -> Outcome.ERROR;
            case INCONCLUSIVE -> policy == Inconclusive.FAIL ? Outcome.ERROR : Outcome.ABORTED;
            case CANCELLED, RECORD, SKIPPED -> Outcome.ABORTED;
        };
    }

    /** Returns the message, and below it the details when there is more than the message says. */
    public String text() {
        return details.size() < 2 ? message : message + "\n" + String.join("\n", details);
    }

    private static String line(CheckRecord check) {
        return "  " + check.status().word() + ": " + check.message();
    }
}
