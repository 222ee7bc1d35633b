package atlas.validation.probe;

import java.util.Map;

/** Asks for a model that the server does not have. */
record UnknownModelProbe() implements Probe {

    private static final String UNKNOWN = "no-such-model";

    @Override
    public String name() {
        return "unknown_model";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        Exchange exchange = target.chat("Say hello.", 1, Map.of("model", UNKNOWN));
        return exchange.hasStatus(404) || exchange.hasStatus(400)
                ? exchange.passed("a model that is not there is refused with HTTP " + exchange.status())
                : exchange.failed(
                        "the model '" + UNKNOWN + "'",
                        new Departure(exchange.seen(), "a model that is not served should be refused with HTTP 404"));
    }
}
