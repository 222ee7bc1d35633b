package atlas.validation.workload;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One prompt, asked again and again. A short mark in front of it makes every request's text its own, so that no server
 * answers the second one out of its prefix cache; without a salt it stays as it is.
 */
final class FixedPrompt implements PromptSource {

    private final @Nullable Salt salt;
    private final String text;
    private final @Nullable Integer maxTokens;
    private final boolean forceLength;
    private final @Nullable ToolOffer tool;

    FixedPrompt(@Nullable Salt salt, String text, @Nullable Integer maxTokens, boolean forceLength) {
        this(salt, text, maxTokens, forceLength, null);
    }

    /** @param tool a function that the answer is to call, or null */
    FixedPrompt(
            @Nullable Salt salt,
            String text,
            @Nullable Integer maxTokens,
            boolean forceLength,
            @Nullable ToolOffer tool) {
        this.salt = salt;
        this.text = requireNonNull(text, "text is null");
        this.maxTokens = maxTokens;
        this.forceLength = forceLength;
        this.tool = tool;
    }

    @Override
    public Prompt measured(int index) {
        return prompt(false, index);
    }

    @Override
    public Prompt warmup(int index) {
        return prompt(true, index);
    }

    private Prompt prompt(boolean warmup, int index) {
        String mark = salt == null ? "" : salt.mark(warmup, index);
        return new Prompt(List.of(ChatMessage.ofUser(mark + text)), maxTokens, forceLength, tool);
    }
}
