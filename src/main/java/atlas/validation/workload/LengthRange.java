package atlas.validation.workload;

import atlas.validation.record.RangeRatio;
import java.util.SplittableRandom;

/**
 * Lengths uniform in [least, greatest].
 *
 * @param least at least 1
 * @param greatest at least {@code least}
 */
record LengthRange(int least, int greatest) {

    LengthRange {
        if (least < 1 || greatest < least) {
            throw new IllegalArgumentException(
                    "lengths must be a range from 1 on, got [" + least + ", " + greatest + "]");
        }
    }

    /** Returns [⌈ratio · length⌉, length]. */
    static LengthRange of(int length, double ratio) {
        return new LengthRange(new RangeRatio(ratio).leastOf(length), length);
    }

    int draw(SplittableRandom random) {
        return least == greatest ? greatest : random.nextInt(least, greatest + 1);
    }
}
