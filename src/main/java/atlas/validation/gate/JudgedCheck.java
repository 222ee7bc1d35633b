package atlas.validation.gate;

import atlas.validation.record.CheckRecord;
import atlas.validation.record.Status;

/**
 * A check with what it would be if it were enforced.
 *
 * @param record the check; on record only when it is not enforced
 * @param wouldBe what was found, enforced or not
 * @param finding what was found, as a sentence without a status word
 * @param openToRepeats whether it is undecided for noise alone, so that more repeats could decide it
 */
record JudgedCheck(CheckRecord record, Status wouldBe, String finding, boolean openToRepeats) {

    /** Tells whether what was found counts. */
    boolean counts() {
        return record.status() != Status.RECORD;
    }

    /** Tells whether this can never gate anything. */
    boolean isInformation() {
        return wouldBe == Status.RECORD;
    }
}
