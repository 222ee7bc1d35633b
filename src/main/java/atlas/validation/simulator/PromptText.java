package atlas.validation.simulator;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The text of a prompt and its tokens. A word between white space is a token; the chat template adds a fixed number for
 * each prompt and each message.
 *
 * @param words every word, in order
 * @param lastUserText what the user said last
 * @param tokens tokens of the prompt
 * @param toolResult the last message where that is a tool's result, else null
 */
record PromptText(
        List<String> words,
        String lastUserText,
        int tokens,
        @Nullable String toolResult) {

    static final int TOKENS_PER_PROMPT = 3;
    static final int TOKENS_PER_MESSAGE = 4;

    /** Reads a chat's messages. */
    static PromptText ofMessages(JsonNode messages) {
        if (!messages.isArray()) {
            throw ApiException.invalidJson("missing field `messages`");
        }
        if (messages.isEmpty()) {
            throw ApiException.badRequest("messages must not be empty");
        }
        List<String> words = new ArrayList<>();
        String lastUserText = "";
        String toolResult = null;
        for (JsonNode message : messages) {
            if (!message.path("role").isString()) {
                throw ApiException.invalidJson("messages: missing field `role`");
            }
            String role = message.path("role").asString();
            String text = text(message.path("content"));
            addWords(words, text);
            toolResult = role.equals("tool") ? text : null;
            if (role.equals("user")) {
                lastUserText = text;
            }
        }
        int tokens = words.size() + TOKENS_PER_PROMPT + TOKENS_PER_MESSAGE * messages.size();
        return new PromptText(words, lastUserText, tokens, toolResult);
    }

    /** Reads a completion's prompt: a string, or a list of token ids. */
    static PromptText ofPrompt(JsonNode prompt) {
        if (prompt.isMissingNode()) {
            throw ApiException.invalidJson("missing field `prompt`");
        }
        List<String> words = new ArrayList<>();
        if (prompt.isArray()) {
            prompt.forEach(token -> words.add(token.asString()));
        } else {
            addWords(words, prompt.asString());
        }
        return new PromptText(words, String.join(" ", words), Math.max(1, words.size()), null);
    }

    /** Returns a message's text, whether it is a string or a list of parts. */
    private static String text(JsonNode content) {
        if (!content.isArray()) {
            return content.asString("");
        }
        List<String> parts = new ArrayList<>();
        content.forEach(part -> parts.add(part.path("text").asString("")));
        return String.join(" ", parts);
    }

    private static void addWords(List<String> words, String text) {
        for (String word : text.strip().split("\\s+", -1)) {
            if (!word.isEmpty()) {
                words.add(word);
            }
        }
    }
}
