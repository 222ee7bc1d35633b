package atlas.validation.workload;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Prompts of random words, as many as the server counts for the tokens that were asked for. The first word of a warm-up
 * prompt comes from the one half of the vocabulary and that of a measured prompt from the other, so that the two never
 * share even a prefix.
 */
final class RandomPrompts implements PromptSource {

    private final Seed seed;
    private final PromptTokens tokens;
    private final LengthRange inputLengths;
    private final LengthRange outputLengths;
    private final boolean forceLength;

    RandomPrompts(
            Seed seed, PromptTokens tokens, LengthRange inputLengths, LengthRange outputLengths, boolean forceLength) {
        this.seed = seed;
        this.tokens = tokens;
        this.inputLengths = inputLengths;
        this.outputLengths = outputLengths;
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

    private Prompt prompt(boolean warmup, int index) {
        SplittableRandom random = seed.random(warmup, index);
        int words = tokens.words(inputLengths.draw(random));
        int maxTokens = outputLengths.draw(random);
        List<String> vocabulary = tokens.vocabulary();
        int half = vocabulary.size() / 2;
        StringBuilder text = new StringBuilder(words * 6);
        text.append(vocabulary.get(random.nextInt(half) + (warmup ? half : 0)));
        for (int i = 1; i < words; i++) {
            text.append(' ').append(vocabulary.get(random.nextInt(vocabulary.size())));
        }
        return new Prompt(text.toString(), maxTokens, forceLength);
    }
}
