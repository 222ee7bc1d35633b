package atlas.validation.metric;

import atlas.validation.record.RangeRatio;

/**
 * The distribution of the lengths that a shape asks for: uniform in [least, greatest].
 *
 * @param least the least length in tokens
 * @param greatest the greatest length in tokens, which is the shape's label
 */
record AskedLength(int least, int greatest) {

    private static final double STANDARD_ERRORS = 3;

    /** Returns lengths in [⌈ratio · length⌉, length]. */
    static AskedLength of(int length, double ratio) {
        return new AskedLength(new RangeRatio(ratio).leastOf(length), length);
    }

    double mean() {
        return (least + greatest) / 2.0;
    }

    /** Returns how far the mean of {@code n} lengths may lie from {@link #mean()} by chance. */
    double chance(long n) {
        double deviation = (greatest - least) / Math.sqrt(12);
        return STANDARD_ERRORS * deviation / Math.sqrt((double) n);
    }
}
