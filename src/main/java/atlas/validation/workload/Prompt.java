package atlas.validation.workload;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * What one request asks.
 *
 * @param text the user's message
 * @param maxTokens the token limit that is sent, at least 1; null leaves it to the server
 * @param forceLength whether the server is asked to reach the limit
 */
public record Prompt(String text, @Nullable Integer maxTokens, boolean forceLength) {

    public Prompt {
        requireNonNull(text, "text is null");
        if (maxTokens != null && maxTokens < 1) {
            throw new IllegalArgumentException("maxTokens must be positive, got [" + maxTokens + "]");
        }
        if (forceLength && maxTokens == null) {
            throw new IllegalArgumentException("a length can be forced only up to a limit, and maxTokens is null");
        }
    }
}
