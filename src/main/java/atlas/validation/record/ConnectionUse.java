package atlas.validation.record;

/** Whether a request opened its connection or found it open. */
public enum ConnectionUse {
    NEW,
    REUSED
}
