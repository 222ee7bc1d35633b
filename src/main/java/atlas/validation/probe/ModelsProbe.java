package atlas.validation.probe;

import java.util.List;

/** Asks for the models and looks for the one that is measured. */
public record ModelsProbe() implements Probe {

    @Override
    public String name() {
        return "models";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        return target.get("/v1/models").expect("/v1/models lists " + target.model(), json -> {
            if (!"list".equals(json.getString("object"))) {
                return "'object' is not \"list\"";
            }
            List<String> ids = json.getList("data.id", String.class);
            if (ids == null || ids.isEmpty()) {
                return "'data' holds no model";
            }
            return ids.contains(target.model())
                    ? null
                    : "'%s' is not among %s".formatted(target.model(), String.join(", ", ids));
        });
    }
}
