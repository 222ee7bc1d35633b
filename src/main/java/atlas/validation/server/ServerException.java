package atlas.validation.server;

/**
 * Tells in one sentence why a server could not be launched or reached. An expected trouble: its message is for the
 * user, its stack trace for nobody.
 */
public final class ServerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ServerException(String sentence) {
        super(sentence, null, false, false);
    }

    /** Returns the sentence. */
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
