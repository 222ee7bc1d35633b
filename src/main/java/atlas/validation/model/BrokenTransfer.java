package atlas.validation.model;

/** A transfer that broke in the middle and may go on where it stopped. */
final class BrokenTransfer extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BrokenTransfer(String sentence) {
        super(sentence, null, false, false);
    }
}
