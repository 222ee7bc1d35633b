package atlas.validation.metric;

/** Which way a figure gets better. */
public enum Direction {
    HIGHER,
    LOWER,
    /** Neither way is better: a figure that describes, such as the mean input length. */
    NEITHER
}
