package atlas.validation.workload;

/** Tells in one sentence what is wrong with a file of prompts, with its name and line. */
public final class DatasetException extends RuntimeException {

    DatasetException(String file, long line, String what) {
        super("%s:%d: %s".formatted(file, line, what));
    }

    DatasetException(String file, String what) {
        super(file + ": " + what);
    }

    /** Returns the sentence. */
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
