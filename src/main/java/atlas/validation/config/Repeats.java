package atlas.validation.config;

/**
 * How often each cell is measured.
 *
 * @param least repeats before the gates are asked whether they need more, at least 1
 * @param most repeats that a cell gets; as many as {@code least} where their number is fixed
 */
public record Repeats(int least, int most) {

    /** Fewer repeats than this say nothing of the noise between them. */
    public static final int LEAST_FOR_NOISE = 3;

    private static final Repeats ONCE = new Repeats(1, 1);

    public Repeats {
        if (least < 1) {
            throw new IllegalArgumentException("least must be positive, got [" + least + "]");
        }
        if (most < least) {
            throw new IllegalArgumentException("most [" + most + "] must not be below least [" + least + "]");
        }
    }

    public static Repeats once() {
        return ONCE;
    }

    /** Returns a fixed number of repeats. */
    public static Repeats of(int times) {
        return new Repeats(times, times);
    }

    /** Tells whether a cell is measured more than once. */
    public boolean several() {
        return most > 1;
    }

    /** Tells whether the sweep may end before the greatest number, once the gates are decided. */
    public boolean endsEarly() {
        return least < most;
    }

    /** Returns such as {@code 5} or {@code 3 to 10}. */
    public String words() {
        return endsEarly() ? least + " to " + most : Integer.toString(most);
    }
}
