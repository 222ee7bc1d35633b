package atlas.validation.probe;

import atlas.validation.stream.StreamShape;

/** What came of one request to the chat endpoint. */
sealed interface ChatReply {

    /** The server answered with tokens, and to the end. */
    record Answered(StreamShape shape) implements ChatReply {}

    /**
     * The server refused the request.
     *
     * @param status HTTP status, 200 for an error within the stream
     * @param message what it said, in one line
     */
    record Refused(int status, String message) implements ChatReply {

        /** Tells whether the request itself is to blame, and not the server's state. */
        boolean blamesTheRequest() {
            return status == 400 || status == 422 || status == 500 || status == 200;
        }
    }

    /** No whole answer came. */
    record Unanswered(String why) implements ChatReply {}
}
