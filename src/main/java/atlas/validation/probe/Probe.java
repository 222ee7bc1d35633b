package atlas.validation.probe;

/** One question to the server's API. Stateless. */
public interface Probe {

    /** Returns the probe's name, which is the tag of its row. */
    String name();

    /** Asks, and tells what was seen. An answer that is not as it should be is a finding, not an exception. */
    ProbeFinding run(ProbeTarget target);
}
