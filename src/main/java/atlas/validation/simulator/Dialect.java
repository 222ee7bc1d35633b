package atlas.validation.simulator;

/** Puts one generation into the words of one endpoint. */
interface Dialect {

    /** The line that ends every stream. */
    String DONE = "data: [DONE]\n\n";

    /** Returns the events that are sent at once, before any token; empty for none. */
    String opening();

    /** Returns the events of the tokens from {@code from} to {@code to − 1}; empty where these show nothing. */
    String tokens(int from, int to);

    /** Returns the events behind the last token, {@link #DONE} included. */
    String closing(Usage usage);

    /** Returns the whole answer to a request that did not ask for a stream. */
    String blocking(Usage usage);
}
