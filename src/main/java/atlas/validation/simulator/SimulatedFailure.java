package atlas.validation.simulator;

/** A fault that the simulator plays on request, so that whoever watches a server can be tested. */
public sealed interface SimulatedFailure {

    /** Plays no fault. */
    record None() implements SimulatedFailure {}

    /** Prints an error instead of starting and ends with exit code 1. */
    record ExitAtStart() implements SimulatedFailure {}

    /** Starts for so long that nobody waits for it, and listens nowhere meanwhile. */
    record NeverReady() implements SimulatedFailure {}

    /** Answers health checks while every generation hangs. */
    record HealthOnly() implements SimulatedFailure {}

    /**
     * Prints a CUDA error when one more generation than this is asked for, and lets every generation hang from then on,
     * while its health stays good.
     *
     * @param requests generations that are still served, not negative
     */
    record StallAfterRequests(int requests) implements SimulatedFailure {

        public StallAfterRequests {
            if (requests < 0) {
                throw new IllegalArgumentException(
                        "requests before the stall must not be negative, got [" + requests + "]");
            }
        }
    }

    /**
     * Dies without a word to its clients when one more generation than this is asked for.
     *
     * @param requests generations that are still accepted, not negative
     */
    record CrashAfterRequests(int requests) implements SimulatedFailure {

        public CrashAfterRequests {
            if (requests < 0) {
                throw new IllegalArgumentException(
                        "requests before the crash must not be negative, got [" + requests + "]");
            }
        }
    }
}
