package atlas.validation.report;

import org.jspecify.annotations.Nullable;

/** Tells in one sentence what keeps a record from being written or read as JSON, and where in it. */
public final class RecordJsonException extends RuntimeException {

    RecordJsonException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
