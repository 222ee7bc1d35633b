package atlas.validation.config;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A function and a question that calls for it.
 *
 * @param prompt what is asked
 * @param maxTokens longest answer in tokens of a shape that has no {@code osl}
 * @param function the function's name, description and parameters, as a request says them
 */
public record ToolTask(String prompt, int maxTokens, Map<String, Object> function) {

    public ToolTask {
        requireNonNull(prompt, "prompt is null");
        function = Collections.unmodifiableMap(new LinkedHashMap<>(function));
    }
}
