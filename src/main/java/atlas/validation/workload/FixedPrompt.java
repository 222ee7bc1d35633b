package atlas.validation.workload;

import static java.util.Objects.requireNonNull;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * One prompt, asked again and again. A short mark in front of it makes every request's text its own, so that no server
 * answers the second one out of its prefix cache.
 */
final class FixedPrompt implements PromptSource {

    private final Seed seed;
    private final String text;
    private final @Nullable Integer maxTokens;
    private final boolean forceLength;

    FixedPrompt(Seed seed, String text, @Nullable Integer maxTokens, boolean forceLength) {
        this.seed = seed;
        this.text = requireNonNull(text, "text is null");
        this.maxTokens = maxTokens;
        this.forceLength = forceLength;
    }

    @Override
    public Prompt measured(int index) {
        return prompt(false, index);
    }

    @Override
    public Prompt warmup(int index) {
        return prompt(true, index);
    }

    /** The number keeps two marks of a cell apart, the random part those of two runs. */
    private Prompt prompt(boolean warmup, int index) {
        int random = seed.random(warmup, index).nextInt();
        String mark = "[" + HexFormat.of().toHexDigits(random) + (warmup ? "-w" : "-m") + index + "] ";
        return new Prompt(mark + text, maxTokens, forceLength);
    }
}
