package atlas.validation.record;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * The part of a length from which on lengths are drawn, as {@code random_range_ratio} tells it. Those that are asked
 * for and those that answers are held against must be the same.
 *
 * @param ratio above 0 and at most 1, which leaves nothing to draw
 */
public record RangeRatio(double ratio) {

    /** Returns ⌈ratio · length⌉ in tokens, computed in decimals so that 0.1 of 30 is 3 and not a hair more. */
    public int leastOf(int length) {
        return BigDecimal.valueOf(ratio)
                .multiply(BigDecimal.valueOf(length))
                .setScale(0, RoundingMode.CEILING)
                .intValueExact();
    }
}
