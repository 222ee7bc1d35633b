package atlas.validation.server;

import java.util.List;
import java.util.Map;

/**
 * Any other server with OpenAI's API: nothing is assumed of its command line or of fields that OpenAI does not have.
 */
record OpenAiDriver() implements ServerDriver {

    @Override
    public String word() {
        return "openai";
    }

    @Override
    public List<String> commandLine(LaunchRequest request, String bind, int port) {
        return request.arguments();
    }

    @Override
    public Map<String, Object> withReasoning() {
        return Map.of("reasoning_effort", "low");
    }

    @Override
    public Map<String, Object> withoutReasoning() {
        return Map.of();
    }

    @Override
    public Map<String, Object> lengthForcing() {
        return Map.of();
    }
}
