package atlas.validation.client;

import atlas.validation.record.Outcome;

/** How a request ended on the wire, whatever its answer said. */
sealed interface Ending {

    /** The answer is whole, or enough of it to know what it is. */
    record Answered() implements Ending {}

    /** No connection could be opened. */
    record NotConnected(String why) implements Ending {}

    /** The connection ended before the answer was whole. */
    record Broken(String how) implements Ending {}

    /** What came back is not HTTP. */
    record Garbage(String what) implements Ending {}

    /** A time limit passed. */
    record LimitPassed(Outcome limit, String sentence) implements Ending {}

    /** The client itself gave up. */
    record GivenUp() implements Ending {}
}
