package atlas.validation.gate;

/** A range in which the truth lies, save for the error that was allowed when it was made. */
record Interval(double low, double high) {

    /** Where an interval lies, seen from a limit. */
    enum Side {
        /** Wholly where the limit wants it. */
        WITHIN,
        /** Wholly where the limit forbids it. */
        BEYOND,
        /** On both sides. */
        ACROSS
    }

    Interval {
        if (!(low <= high)) {
            throw new IllegalArgumentException("an interval must rise, got [%s] to [%s]".formatted(low, high));
        }
    }

    static Interval around(double middle, double halfWidth) {
        return new Interval(middle - halfWidth, middle + halfWidth);
    }

    double halfWidth() {
        return (high - low) / 2;
    }

    /** Tells on which side of a least value it lies; the value itself is within. */
    Side ofLeast(double limit) {
        if (low >= limit) {
            return Side.WITHIN;
        }
        return high < limit ? Side.BEYOND : Side.ACROSS;
    }

    /** Tells on which side of a greatest value it lies; the value itself is within. */
    Side ofMost(double limit) {
        if (high <= limit) {
            return Side.WITHIN;
        }
        return low > limit ? Side.BEYOND : Side.ACROSS;
    }

    /** Tells whether it lies between two values, beyond one of them, or across. */
    Side between(double least, double most) {
        Side below = ofLeast(least);
        Side above = ofMost(most);
        if (below == Side.BEYOND || above == Side.BEYOND) {
            return Side.BEYOND;
        }
        return below == Side.WITHIN && above == Side.WITHIN ? Side.WITHIN : Side.ACROSS;
    }
}
