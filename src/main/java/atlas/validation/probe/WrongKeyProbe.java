package atlas.validation.probe;

/** Asks with a key that is not the server's. */
record WrongKeyProbe() implements Probe {

    @Override
    public String name() {
        return "wrong_key";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        if (target.endpoint().apiKey() == null) {
            return ProbeFinding.notOffered("no API key is configured, so the server need not ask for one", null);
        }
        Exchange exchange = target.getWithKey("/v1/models", "not-the-key");
        return exchange.hasStatus(401) || exchange.hasStatus(403)
                ? exchange.passed("a wrong key is refused with HTTP " + exchange.status())
                : exchange.failed("", new Departure(exchange.seen(), "a wrong key should be refused with HTTP 401"));
    }
}
