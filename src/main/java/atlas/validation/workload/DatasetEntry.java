package atlas.validation.workload;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One prompt of a file.
 *
 * @param messages what is asked, at least one message
 * @param maxTokens the token limit that the file gives it, at least 1, or null
 */
record DatasetEntry(List<ChatMessage> messages, @Nullable Integer maxTokens) {

    private static final int CHARACTERS_PER_TOKEN = 4;

    DatasetEntry {
        messages = List.copyOf(messages);
    }

    /** Returns about how many tokens a text is: English has four characters in one. */
    static int estimatedTokens(String text) {
        return Math.max(1, (text.length() + CHARACTERS_PER_TOKEN - 1) / CHARACTERS_PER_TOKEN);
    }

    /** Returns about how many tokens prompt and answer are together. */
    long estimatedTokens() {
        long prompt = messages.stream()
                .mapToLong(message -> estimatedTokens(message.content()))
                .sum();
        return prompt + (maxTokens == null ? 0 : maxTokens);
    }
}
