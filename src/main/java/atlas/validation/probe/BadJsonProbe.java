package atlas.validation.probe;

/** Sends a body that is no JSON. */
record BadJsonProbe() implements Probe {

    @Override
    public String name() {
        return "bad_json";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        Exchange exchange = target.post(ProbeTarget.CHAT, "{\"model\": \"" + target.model() + "\", \"messages\": [");
        if (!exchange.hasStatus(400)) {
            return exchange.failed("a body that is cut off", new Departure(exchange.seen(), "it should be HTTP 400"));
        }
        return exchange.json().isObject()
                ? exchange.passed("a body that is no JSON is refused with HTTP 400 and a reason")
                : exchange.failed(
                        "a body that is cut off", new Departure(exchange.seen(), "the reason should be in JSON"));
    }
}
