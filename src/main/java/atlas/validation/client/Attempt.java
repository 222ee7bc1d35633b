package atlas.validation.client;

import atlas.validation.record.ConnectionUse;
import atlas.validation.stream.Answer;
import org.jspecify.annotations.Nullable;

/**
 * A request that has ended: everything its row is made of. Times are stamps of the nanosecond clock.
 *
 * @param request what was sent
 * @param scheduled when its slot became free
 * @param sent just before its first byte went to the socket, null if that never happened
 * @param freed when its slot was free again, null if it never had one
 * @param use whether it found its connection open, null if it never had one
 * @param retries how often it was sent again
 * @param ending how it ended
 * @param response what came of an answer, null if nothing did
 * @param raw bytes of the answer as they came, of an attempt that may have failed; else none
 */
record Attempt(
        PreparedRequest request,
        long scheduled,
        @Nullable Long sent,
        @Nullable Long freed,
        @Nullable ConnectionUse use,
        int retries,
        Ending ending,
        @Nullable Response response,
        RawAnswer raw) {

    /** Returns the same attempt with another response. */
    Attempt with(Response other) {
        return new Attempt(request, scheduled, sent, freed, use, retries, ending, other, raw);
    }

    /** What came of an answer: its status and, depending on that, a stream or an error. */
    sealed interface Response {

        int status();
    }

    /**
     * An answer with a 2xx status.
     *
     * @param contentType null if the server told none
     * @param compressed whether the body came compressed, and was unpacked
     * @param unreadable why the body cannot be read, null if it can
     * @param answer what the body was
     */
    record Streamed(
            int status,
            @Nullable String contentType,
            boolean compressed,
            @Nullable String unreadable,
            Answer answer) implements Response {

        /** Returns the same with another reading of its body. */
        Streamed with(Answer other) {
            return new Streamed(status, contentType, compressed, unreadable, other);
        }
    }

    /**
     * An answer with any other status.
     *
     * @param message what the server says, or the status in words
     */
    record Refused(int status, String message) implements Response {}
}
