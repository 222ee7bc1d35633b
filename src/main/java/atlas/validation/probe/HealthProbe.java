package atlas.validation.probe;

/** Asks for {@code /health}, and where a server has no such path, for its models instead. */
public record HealthProbe() implements Probe {

    @Override
    public String name() {
        return "health";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        Exchange health = target.get("/health");
        if (health.hasStatus(404)) {
            Exchange models = target.get("/v1/models");
            return models.finding(
                    models.hasStatus(200),
                    "/health does not exist; /v1/models "
                            + (models.hasStatus(200) ? "answers instead" : "does not answer either"));
        }
        return health.finding(
                health.hasStatus(200), health.hasStatus(200) ? "/health answers 200" : "/health does not answer 200");
    }
}
