package atlas.validation.simulator;

import tools.jackson.databind.node.ObjectNode;

/**
 * What a generation used, as told to the client.
 *
 * @param promptTokens tokens of the prompt
 * @param cachedTokens those of them that the prefix cache held
 * @param completionTokens tokens of the generation
 * @param reasoningTokens those of them that are reasoning
 * @param prefillNanos time of the prefill
 * @param decodeNanos time from the first token to the last
 */
record Usage(
        int promptTokens,
        int cachedTokens,
        int completionTokens,
        int reasoningTokens,
        long prefillNanos,
        long decodeNanos) {

    /** Returns the object with Atlas's names, one of which contains a slash. */
    ObjectNode json() {
        ObjectNode usage = Json.object();
        usage.put("prompt_tokens", promptTokens);
        usage.put("completion_tokens", completionTokens);
        usage.put("total_tokens", promptTokens + completionTokens);
        usage.putObject("prompt_tokens_details").put("cached_tokens", cachedTokens);
        usage.putObject("completion_tokens_details").put("reasoning_tokens", reasoningTokens);
        usage.put("time_to_first_token_ms", prefillNanos / 1e6);
        usage.put("response_token/s", decodeNanos > 0 ? (completionTokens - 1) * 1e9 / decodeNanos : 0.0);
        return usage;
    }
}
