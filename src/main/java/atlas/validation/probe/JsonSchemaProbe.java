package atlas.validation.probe;

import atlas.validation.workload.SchemaCheck;
import java.util.List;
import java.util.Map;

/** Asks for an answer that satisfies a JSON Schema. */
record JsonSchemaProbe() implements Probe {

    private static final Map<String, ?> SCHEMA = Map.of(
            "type",
            "object",
            "properties",
            Map.of(
                    "city", Map.of("type", "string"),
                    "continent", Map.of("type", "string", "enum", List.of("Europe", "Asia", "Africa"))),
            "required",
            List.of("city", "continent"),
            "additionalProperties",
            false);

    @Override
    public String name() {
        return "json_schema";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        Map<String, ?> format =
                Map.of("type", "json_schema", "json_schema", Map.of("name", "place", "strict", true, "schema", SCHEMA));
        Exchange exchange = target.chat("Where is Lisbon?", 96, Map.of("response_format", format));
        return JsonText.judge(
                exchange,
                "response_format json_schema",
                "an answer satisfies its JSON Schema",
                value -> SchemaCheck.of(SCHEMA)
                        .firstBreach(value)
                        .map(breach -> new Departure(breach, "the answer should satisfy the schema that was sent"))
                        .orElse(null));
    }
}
