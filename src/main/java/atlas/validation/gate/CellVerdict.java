package atlas.validation.gate;

import static java.util.Objects.requireNonNull;

import atlas.validation.metric.Tier;
import atlas.validation.record.Status;
import atlas.validation.record.TierRecord;
import java.util.List;

/**
 * What is said of a cell, or of what is measured once per server.
 *
 * @param status the worst of the tiers, or error when no request succeeded
 * @param message one sentence that starts with the word of the status
 * @param tiers every tier that was asked for, in the order asked, each with every check
 */
public record CellVerdict(Status status, String message, List<TierRecord> tiers) {

    public CellVerdict {
        requireNonNull(status, "status is null");
        requireNonNull(message, "message is null");
        tiers = List.copyOf(tiers);
    }

    /** Returns what is said of a cell of which nothing is judged: it was not run, or its user stopped it. */
    public static CellVerdict skipped(String reason, List<Tier> tiers) {
        String message = Status.SKIPPED.word() + ": " + reason;
        return new CellVerdict(
                Status.SKIPPED,
                message,
                tiers.stream()
                        .map(tier -> new TierRecord(tier.word(), Status.SKIPPED, message, List.of()))
                        .toList());
    }

    /** Returns the same tiers of a cell that is in error all the same, such as one that the server did not outlive. */
    public CellVerdict inTrouble(String sentence) {
        return new CellVerdict(Status.ERROR, "error: " + sentence, tiers);
    }
}
