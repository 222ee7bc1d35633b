package atlas.validation.client;

import atlas.validation.record.Outcome;

/** How a request ended on the wire, whatever its answer said. */
sealed interface Ending {

    /**
     * The answer is whole, or enough of it to know what it is.
     *
     * @param bodyEnded false if the stream said that it is over, and its body did not end
     */
    record Answered(boolean bodyEnded) implements Ending {

        Answered() {
            this(true);
        }
    }

    /** No connection could be opened. */
    record NotConnected(String why) implements Ending {}

    /** The connection ended before the answer was whole. */
    record Broken(String how) implements Ending {}

    /** The server closed the connection in order, and before the end that it had told. */
    record CutShort(String how) implements Ending {}

    /** What came back is not HTTP. */
    record Garbage(String what) implements Ending {}

    /** A time limit passed. */
    record LimitPassed(Outcome limit, String sentence) implements Ending {}

    /** The client itself gave up. */
    record GivenUp() implements Ending {}
}
