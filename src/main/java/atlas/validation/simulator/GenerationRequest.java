package atlas.validation.simulator;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a client asks to have generated.
 *
 * @param chat whether it came to the chat endpoint
 * @param promptWords the words of everything that was said, a token each
 * @param lastUserText what the user said last; for a completion the prompt
 * @param promptTokens tokens of the prompt, the template's own included
 * @param maxTokens most tokens of the answer, or null for the server's default
 * @param minTokens fewest tokens of the answer, 0 unless asked for
 * @param stream whether the answer is streamed
 * @param includeUsage whether a stream gets a chunk of its own for usage
 * @param continuousUsage whether every chunk of a stream tells usage
 * @param returnTokenIds whether chunks carry the ids of their tokens
 * @param ignoresEnd whether the answer goes on past its end, up to the limit
 * @param thinkingBudget most tokens of reasoning, 0 for none
 * @param tool the function to call, or null
 */
record GenerationRequest(
        boolean chat,
        List<String> promptWords,
        String lastUserText,
        int promptTokens,
        @Nullable Integer maxTokens,
        int minTokens,
        boolean stream,
        boolean includeUsage,
        boolean continuousUsage,
        boolean returnTokenIds,
        boolean ignoresEnd,
        int thinkingBudget,
        @Nullable Tool tool) {

    /**
     * A function that may be called.
     *
     * @param name its name
     * @param parameters JSON Schema of its arguments
     */
    record Tool(String name, JsonNode parameters) {}
}
