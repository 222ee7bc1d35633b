package atlas.validation.simulator;

import java.net.URI;
import java.util.List;

/** API sketch, replaced below. */
public final class Simulator implements AutoCloseable {
    public static Simulator start(SimulatorOptions options) { throw new UnsupportedOperationException(); }
    public URI baseUrl() { throw new UnsupportedOperationException(); }
    public List<ServedRequest> served() { throw new UnsupportedOperationException(); }
    @Override public void close() {}
}
