package atlas.validation.workload;

import java.math.BigDecimal;
import java.math.RoundingMode;
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

    /** Returns [⌈ratio · length⌉, length], computed in decimals so that 0.1 of 30 is 3 and not a hair more. */
    static LengthRange of(int length, double ratio) {
        int least = BigDecimal.valueOf(ratio)
                .multiply(BigDecimal.valueOf(length))
                .setScale(0, RoundingMode.CEILING)
                .intValueExact();
        return new LengthRange(least, length);
    }

    int draw(SplittableRandom random) {
        return least == greatest ? greatest : random.nextInt(least, greatest + 1);
    }
}
