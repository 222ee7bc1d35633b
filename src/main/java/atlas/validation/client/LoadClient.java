package atlas.validation.client;

import atlas.validation.record.RequestRecord;
import atlas.validation.workload.Prompt;

/** Sends load to one endpoint. */
public final class LoadClient implements AutoCloseable {

    public LoadClient(Endpoint endpoint, RequestTemplate template, TimeLimits limits) {}

    /** Runs one cell, blocking until its last request has ended. */
    public CellMeasurement run(CellLoad load, Cancellation cancellation, LoadListener listener) {
        throw new UnsupportedOperationException();
    }

    /** Sends one streamed request, blocking until it has ended. */
    public RequestRecord send(String target, String cell, Prompt prompt, Cancellation cancellation) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
