package atlas.validation.gate;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Writes numbers for sentences: as few digits as say enough, a point for the decimals in every locale. */
final class Numbers {

    private static final int SIGNIFICANT_BELOW_ONE = 4;
    private static final int MOST_DECIMALS = 12;

    private Numbers() {}

    /** Writes a number as its user would: the shortest decimal that is the same number. */
    static String exact(double value) {
        BigDecimal shortest = BigDecimal.valueOf(value).stripTrailingZeros();
        return shortest.signum() == 0 ? "0" : shortest.toPlainString();
    }

    /** Writes a measured number with the digits that matter. */
    static String measured(double value) {
        return plain(rounded(value, usualDecimals(value)));
    }

    /**
     * Writes a measured number that stands beside a limit, with as many digits as it takes to be on the same side of
     * the limit as the number itself: never {@code 900 is below 900}.
     */
    static String measured(double value, double limit) {
        BigDecimal exactLimit = BigDecimal.valueOf(limit);
        for (int decimals = usualDecimals(value); decimals <= MOST_DECIMALS; decimals++) {
            BigDecimal shown = rounded(value, decimals);
            if (shown.compareTo(exactLimit) == Double.compare(value, limit)) {
                return plain(shown);
            }
        }
        return exact(value);
    }

    /** Writes a signed percentage such as {@code -9.7 %}; small ones with one digit that is not zero. */
    static String percent(double value) {
        if (Math.abs(value) >= 0.05) {
            return String.format(Locale.ROOT, "%+.1f %%", value);
        }
        BigDecimal small = BigDecimal.valueOf(value).round(new MathContext(1));
        return (value > 0 ? "+" : "") + plain(small) + " %";
    }

    private static int usualDecimals(double value) {
        double size = Math.abs(value);
        if (size >= 1000) {
            return 0;
        }
        if (size >= 10) {
            return 1;
        }
        if (size >= 1) {
            return 2;
        }
        BigDecimal significant = BigDecimal.valueOf(value).round(new MathContext(SIGNIFICANT_BELOW_ONE));
        return Math.max(0, significant.stripTrailingZeros().scale());
    }

    private static BigDecimal rounded(double value, int decimals) {
        return BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP);
    }

    private static String plain(BigDecimal value) {
        BigDecimal shortest = value.stripTrailingZeros();
        return shortest.signum() == 0 ? "0" : shortest.toPlainString();
    }
}
