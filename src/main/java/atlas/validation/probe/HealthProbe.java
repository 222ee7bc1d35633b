package atlas.validation.probe;

/** Asks for {@code /health}, and where a server has no such path, for its models instead. */
record HealthProbe() implements Probe {

    @Override
    public String name() {
        return "health";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        Exchange health = target.get("/health");
        if (health.hasStatus(404)) {
            return target.get("/v1/models")
                    .expectOk("", "/health does not exist; /v1/models answers instead", models -> null);
        }
        return health.expectOk("", "/health answers 200", healthy -> null);
    }
}
