package atlas.validation.config;

import java.math.BigDecimal;

/**
 * What numbers a key takes.
 *
 * @param least the least value
 * @param leastIncluded whether the least value itself is taken
 * @param greatest the greatest value, always taken
 */
record NumberRange(double least, boolean leastIncluded, double greatest) {

    static NumberRange between(double least, double greatest) {
        return new NumberRange(least, true, greatest);
    }

    static NumberRange above(double least, double greatest) {
        return new NumberRange(least, false, greatest);
    }

    /** Returns the range of every finite number. */
    static NumberRange finite() {
        return between(-Double.MAX_VALUE, Double.MAX_VALUE);
    }

    boolean contains(double value) {
        return (leastIncluded ? value >= least : value > least) && value <= greatest;
    }

    /** Returns the range in words, such as {@code from 1 to 65535}. */
    String words() {
        if (equals(finite())) {
            return "that is finite";
        }
        String from = (leastIncluded ? "from " : "above ") + plain(least);
        if (greatest == Double.MAX_VALUE) {
            return leastIncluded ? "of at least " + plain(least) : from;
        }
        return from + (leastIncluded ? " to " : " and up to ") + plain(greatest);
    }

    private static String plain(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }
}
