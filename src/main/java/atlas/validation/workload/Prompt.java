package atlas.validation.workload;

import static java.util.Objects.requireNonNull;

/**
 * What one request asks.
 *
 * @param text the user's message
 * @param maxTokens the token limit that is sent, at least 1
 * @param forceLength whether the server is asked to reach the limit
 */
public record Prompt(String text, int maxTokens, boolean forceLength) {

    public Prompt {
        requireNonNull(text, "text is null");
        if (maxTokens < 1) {
            throw new IllegalArgumentException("maxTokens must be positive, got [" + maxTokens + "]");
        }
    }
}
