package atlas.validation.simulator;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Speaks as Atlas's plain completion endpoint does: no role chunk, and usage always on the finish chunk. */
final class CompletionDialect implements Dialect {

    private final Script script;
    private final String id;
    private final long created;
    private final String model;

    CompletionDialect(Script script, String id, long created, String model) {
        this.script = script;
        this.id = id;
        this.created = created;
        this.model = model;
    }

    @Override
    public String opening() {
        return "";
    }

    @Override
    public String tokens(int from, int to) {
        return "data: " + completion(script.answerText(from, to), null, null) + "\n\n";
    }

    @Override
    public String closing(Usage usage) {
        return "data: " + completion("", script.finishReason(), usage) + "\n\n" + DONE;
    }

    @Override
    public String blocking(Usage usage) {
        return completion(script.answerText(0, script.length()), script.finishReason(), usage);
    }

    private String completion(String text, @Nullable String finishReason, @Nullable Usage usage) {
        ObjectNode completion = Json.object()
                .put("id", id)
                .put("object", "text_completion")
                .put("created", created)
                .put("model", model);
        completion
                .putArray("choices")
                .addObject()
                .put("index", 0)
                .put("text", text)
                .put("finish_reason", finishReason);
        if (usage != null) {
            completion.set("usage", usage.json());
        }
        return Json.write(completion);
    }
}
