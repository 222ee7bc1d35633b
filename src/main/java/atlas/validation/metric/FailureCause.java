package atlas.validation.metric;

import atlas.validation.record.Outcome;
import atlas.validation.record.Phase;
import atlas.validation.record.RequestRecord;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Why a request failed, so that requests can be counted by it.
 *
 * @param phase the phase in which it was sent
 * @param outcome how it ended
 * @param httpStatus the status of its answer, or null where none came
 * @param pattern what it was told, with a mark in the place of everything that may differ from request to request
 */
public record FailureCause(
        Phase phase, Outcome outcome, @Nullable Integer httpStatus, String pattern) {

    /** How many causes of one cell are told apart; what comes beyond shares one place for each outcome and status. */
    public static final int MOST = 50;

    /** Whatever word has a digit: a number, a time, an address, an id. */
    private static final Pattern VARIABLE = Pattern.compile("[\\w.:+-]*\\d[\\w.:+-]*");

    /** Returns the cause of a request that has failed. */
    public static FailureCause of(RequestRecord row) {
        String error = row.error() == null ? "" : row.error();
        return new FailureCause(
                row.phase(),
                row.outcome(),
                row.httpStatus(),
                VARIABLE.matcher(error).replaceAll("#"));
    }

    /** Returns the place of all causes that differ from this one in nothing but what was told. */
    FailureCause whateverWasTold() {
        return new FailureCause(phase, outcome, httpStatus, "");
    }
}
