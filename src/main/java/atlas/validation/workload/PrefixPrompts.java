package atlas.validation.workload;

import java.util.SplittableRandom;

/**
 * Pairs of prompts of one length that begin alike and end unlike. The first of a pair begins as no prompt did before,
 * so that no cache helps; the second is asked when the first has been answered, and finds its beginning in the cache of
 * a server that has one.
 */
final class PrefixPrompts implements PromptSource {

    private static final int PAIR = 2;

    private final Seed seed;
    private final PromptTokens tokens;
    private final int prefixLength;
    private final int inputLength;
    private final int maxTokens;
    private final boolean forceLength;

    /**
     * @param prefixLength tokens that the prompts of a pair share, chat template included
     * @param inputLength tokens of a whole prompt, above {@code prefixLength}
     */
    PrefixPrompts(
            Seed seed, PromptTokens tokens, int prefixLength, int inputLength, int maxTokens, boolean forceLength) {
        if (prefixLength >= inputLength) {
            throw new IllegalArgumentException(
                    "prefixLength must be below inputLength, got [%d, %d]".formatted(prefixLength, inputLength));
        }
        this.seed = seed;
        this.tokens = tokens;
        this.prefixLength = prefixLength;
        this.inputLength = inputLength;
        this.maxTokens = maxTokens;
        this.forceLength = forceLength;
    }

    @Override
    public int turns() {
        return PAIR;
    }

    @Override
    public Prompt measured(int index) {
        return prompt(false, index, 0);
    }

    @Override
    public Prompt followUp(int first, int turn, Prompt before, String answer) {
        return prompt(false, first, turn);
    }

    @Override
    public Prompt warmup(int index) {
        return prompt(true, index, 0);
    }

    private Prompt prompt(boolean warmup, int first, int turn) {
        RandomWords words = new RandomWords(tokens);
        int shared = tokens.words(prefixLength);
        StringBuilder text = new StringBuilder(words.beginning(seed.random(warmup, first), warmup, shared));
        SplittableRandom rest = seed.of("rest").random(warmup, first + turn);
        words.append(text, rest, Math.max(1, tokens.words(inputLength) - shared));
        return new Prompt(text.toString(), maxTokens, forceLength);
    }
}
