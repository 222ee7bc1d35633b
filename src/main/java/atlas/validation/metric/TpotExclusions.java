package atlas.validation.metric;

import java.util.ArrayList;
import java.util.List;

/**
 * Counts the successful answers of a cell that have no time per output token, by the reason.
 *
 * @param oneToken answers of one token, after which none follows
 * @param coalesced answers whose tokens came at once
 * @param other answers with hidden reasoning or without a token count
 */
record TpotExclusions(int oneToken, int coalesced, int other) {

    static TpotExclusions of(MeasuredCell cell) {
        int oneToken = 0;
        int coalesced = 0;
        int other = 0;
        for (MeasuredRequest request : cell.successes()) {
            Integer n = request.row().completionTokens();
            if (request.tpotMs() != null) {
                continue;
            }
            if (n != null && n <= 1) {
                oneToken++;
            } else if (request.coalesced()) {
                coalesced++;
            } else {
                other++;
            }
        }
        return new TpotExclusions(oneToken, coalesced, other);
    }

    int all() {
        return oneToken + coalesced + other;
    }

    /** Returns each reason with its number, empty when nothing is excluded. */
    String reasons() {
        List<String> reasons = new ArrayList<>();
        addReason(
                reasons,
                coalesced,
                "coalesced: all tokens at once, under " + MeasuredRequest.LEAST_MS_PER_TOKEN + " ms each");
        addReason(reasons, oneToken, "one token only");
        addReason(reasons, other, "hidden reasoning or no token count");
        return String.join(", ", reasons);
    }

    private static void addReason(List<String> reasons, int count, String reason) {
        if (count > 0) {
            reasons.add("%d (%s)".formatted(count, reason));
        }
    }
}
