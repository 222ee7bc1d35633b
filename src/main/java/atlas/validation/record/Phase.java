package atlas.validation.record;

/** The part of a cell that a request belongs to. */
public enum Phase {
    /** Sent before the clock starts; never counted. */
    WARMUP,
    /** Counted. */
    MEASURE
}
