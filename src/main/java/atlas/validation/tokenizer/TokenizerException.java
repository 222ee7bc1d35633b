package atlas.validation.tokenizer;

/** Says in a sentence, which goes on from the file's name, why it cannot be used. */
public final class TokenizerException extends RuntimeException {

    private static final long serialVersionUID = 1;

    TokenizerException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns such as {@code "is no tokenizer.json …"}. */
    public String what() {
        return String.valueOf(getMessage());
    }
}
