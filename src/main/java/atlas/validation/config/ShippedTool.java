package atlas.validation.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The tasks that a shape may name with {@code tool_ref}. */
final class ShippedTool {

    private static final String RESOURCE = "shipped-tools.json";

    private ShippedTool() {}

    /** One task as the resource has it. */
    private record Entry(String prompt, int max_tokens, Map<String, Object> function) {}

    /** Reads every shipped task, by name. */
    static Map<String, ToolTask> all() {
        try (InputStream in = ShippedTool.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("the class path has no " + RESOURCE);
            }
            Map<String, Entry> entries = JsonMapper.shared().readValue(in, new TypeReference<>() {});
            Map<String, ToolTask> tasks = new LinkedHashMap<>();
            entries.forEach((name, entry) ->
                    tasks.put(name, new ToolTask(entry.prompt(), entry.max_tokens(), entry.function())));
            return tasks;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
