package atlas.validation.cluster;

/**
 * Tells in one sentence why a machine or its Docker daemon cannot be used. An expected trouble: its message is for the
 * user, its stack trace for nobody.
 */
public final class HostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public HostException(String sentence) {
        super(sentence, null, false, false);
    }

    /** Returns the sentence. */
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
