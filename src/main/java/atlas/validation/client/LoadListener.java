package atlas.validation.client;

import atlas.validation.record.RequestRecord;

/**
 * Hears of a cell while it runs. Called on the thread that runs the cell, never on an event loop, so that a slow
 * listener delays no request.
 */
public interface LoadListener {

    /** Takes the row of a request that has ended; rows come in the order in which they ended. */
    void requestFinished(RequestRecord row);

    /**
     * Takes what is kept of the answer to a request that has failed, right after its row.
     *
     * @param answer its bytes as they came, which may hold what no log should
     */
    default void requestFailed(RequestRecord row, RawAnswer answer) {}

    /** Takes note that so many requests of a cell are written, and none is sent; heard where that takes long. */
    default void preparing(int done, int of) {}

    /** Takes a snapshot every few seconds. */
    void progress(LoadProgress snapshot);

    /** Returns a listener that does nothing. */
    static LoadListener silent() {
        return new LoadListener() {
            @Override
            public void requestFinished(RequestRecord row) {}

            @Override
            public void progress(LoadProgress snapshot) {}
        };
    }
}
