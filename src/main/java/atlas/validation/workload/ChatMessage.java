package atlas.validation.workload;

import static java.util.Objects.requireNonNull;

/**
 * One message of a conversation.
 *
 * @param role who speaks: {@code system}, {@code user}, {@code assistant}
 * @param content what is said
 */
public record ChatMessage(String role, String content) {

    public ChatMessage {
        requireNonNull(role, "role is null");
        requireNonNull(content, "content is null");
    }

    static ChatMessage ofAssistant(String content) {
        return new ChatMessage("assistant", content);
    }

    static ChatMessage ofUser(String content) {
        return new ChatMessage("user", content);
    }
}
