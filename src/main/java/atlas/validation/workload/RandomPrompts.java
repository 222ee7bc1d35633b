package atlas.validation.workload;

import java.util.SplittableRandom;

/** Prompts of random words, as many as the server counts for the tokens that were asked for. */
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
        return new Prompt(new RandomWords(tokens).beginning(random, warmup, words), maxTokens, forceLength);
    }
}
