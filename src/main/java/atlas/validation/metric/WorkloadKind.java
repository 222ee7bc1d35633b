package atlas.validation.metric;

/** What the requests of a cell have to do with one another, as far as figures depend on it. */
public enum WorkloadKind {
    /** Every request stands alone. */
    SINGLE,
    /** Pairs that begin alike: turn 0 is the first of a pair, whose beginning no cache has seen, turn 1 the second. */
    PREFIX_PAIRS,
    /** Turns of conversations, each with the history of those before it. */
    CONVERSATIONS,
    /** Every request stands alone, and is to be answered by a tool call. */
    TOOL_CALLS
}
