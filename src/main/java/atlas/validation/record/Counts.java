package atlas.validation.record;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How the measured requests of a cell ended. {@code attempted = succeeded + failed + cancelled}, always.
 *
 * @param attempted requests that were due to be sent and were started
 * @param succeeded requests that succeeded
 * @param failed requests that neither succeeded nor were given up by the client
 * @param cancelled requests that the client gave up
 * @param byOutcome number of requests by the word of their outcome; outcomes that did not occur are absent
 */
public record Counts(int attempted, int succeeded, int failed, int cancelled, Map<String, Integer> byOutcome) {

    public Counts {
        if (attempted != succeeded + failed + cancelled) {
            throw new IllegalArgumentException("attempted [%d] must be succeeded [%d] + failed [%d] + cancelled [%d]"
                    .formatted(attempted, succeeded, failed, cancelled));
        }
        byOutcome = Collections.unmodifiableMap(new LinkedHashMap<>(byOutcome));
    }

    /** Returns the counts of a cell that sent nothing. */
    public static Counts none() {
        return new Counts(0, 0, 0, 0, Map.of());
    }

    /** Counts the measured requests among {@code rows}; warm-up requests are passed over. */
    public static Counts of(Iterable<RequestRecord> rows) {
        int succeeded = 0;
        int failed = 0;
        int cancelled = 0;
        Map<String, Integer> byOutcome = new LinkedHashMap<>();
        for (Outcome outcome : Outcome.values()) {
            int n = 0;
            for (RequestRecord row : rows) {
                if (row.phase() == Phase.MEASURE && row.outcome() == outcome) {
                    n++;
                }
            }
            if (n > 0) {
                byOutcome.put(outcome.word(), n);
                if (outcome == Outcome.SUCCESS) {
                    succeeded += n;
                } else if (outcome == Outcome.CANCELLED) {
                    cancelled += n;
                } else {
                    failed += n;
                }
            }
        }
        return new Counts(succeeded + failed + cancelled, succeeded, failed, cancelled, byOutcome);
    }
}
