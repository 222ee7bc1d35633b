package atlas.validation.workload;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What one request asks.
 *
 * @param messages the conversation so far, at least one message
 * @param maxTokens the token limit that is sent, at least 1; null leaves it to the server
 * @param forceLength whether the server is asked to reach the limit
 * @param tool a function that the answer is to call, or null
 */
public record Prompt(
        List<ChatMessage> messages,
        @Nullable Integer maxTokens,
        boolean forceLength,
        @Nullable ToolOffer tool) {

    public Prompt {
        messages = List.copyOf(messages);
        if (messages.isEmpty()) {
            throw new IllegalArgumentException("a prompt needs at least one message");
        }
        if (maxTokens != null && maxTokens < 1) {
            throw new IllegalArgumentException("maxTokens must be positive, got [" + maxTokens + "]");
        }
        if (forceLength && maxTokens == null) {
            throw new IllegalArgumentException("a length can be forced only up to a limit, and maxTokens is null");
        }
    }

    /** Creates a prompt that offers no function. */
    public Prompt(List<ChatMessage> messages, @Nullable Integer maxTokens, boolean forceLength) {
        this(messages, maxTokens, forceLength, null);
    }

    /** Creates a prompt that is one message of the user. */
    public Prompt(String text, @Nullable Integer maxTokens, boolean forceLength) {
        this(List.of(ChatMessage.ofUser(text)), maxTokens, forceLength);
    }

    /** Returns what all messages say, a line feed between two. */
    public String text() {
        return messages.stream().map(ChatMessage::content).collect(Collectors.joining("\n"));
    }
}
