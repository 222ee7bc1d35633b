package atlas.validation.probe;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Asks for the models: looks at the shape of the list, and for the model that is measured. */
record ModelsProbe() implements Probe {

    @Override
    public String name() {
        return "models";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        return target.get("/v1/models")
                .expectOk("", "/v1/models lists " + target.model(), models -> departure(models.json(), target.model()));
    }

    private static @Nullable Departure departure(JsonNode models, String wanted) {
        if (!models.path("object").asString("").equals("list")) {
            return new Departure("'object' is " + models.path("object"), "it should be \"list\"");
        }
        List<String> ids = new ArrayList<>();
        for (JsonNode model : models.path("data")) {
            if (!model.path("id").isString()
                    || !model.path("object").asString("").equals("model")) {
                return new Departure(
                        "an entry is " + Exchange.quoted(model.toString()),
                        "each should have an 'id' and the 'object' \"model\"");
            }
            ids.add(model.path("id").asString());
        }
        return ids.contains(wanted)
                ? null
                : new Departure(
                        ids.isEmpty() ? "'data' holds no model" : "it lists " + String.join(", ", ids),
                        "'" + wanted + "' should be among them");
    }
}
