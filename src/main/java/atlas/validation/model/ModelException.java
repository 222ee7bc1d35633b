package atlas.validation.model;

/** Tells in one sentence why a model cannot be had. Its message is for the user, its stack trace for nobody. */
public final class ModelException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ModelException(String sentence) {
        super(sentence, null, false, false);
    }

    /** Returns the sentence. */
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
