package atlas.validation.record;

/** The part of a cell that a request belongs to. */
public enum Phase {
    /** Sent before the clock starts; never counted. */
    WARMUP,
    /** Sent at a rate that was still rising; never counted, and shown apart. */
    RAMP,
    /** Counted. */
    MEASURE
}
