package atlas.validation.simulator;

/** Tells in one sentence what is wrong with a command line. */
public final class UsageException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
