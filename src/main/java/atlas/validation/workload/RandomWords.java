package atlas.validation.workload;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Says words of the vocabulary at random. A text that begins a prompt takes its first word from the one half of the
 * vocabulary when it is measured and from the other when it warms up, so that the two never share even a prefix.
 */
record RandomWords(PromptTokens tokens) {

    /** Returns the beginning of a prompt that no other one has. */
    String beginning(SplittableRandom random, boolean warmup, int words) {
        List<String> vocabulary = tokens.vocabulary();
        int half = vocabulary.size() / 2;
        StringBuilder text = new StringBuilder(words * 6);
        text.append(vocabulary.get(random.nextInt(half) + (warmup ? half : 0)));
        append(text, random, words - 1);
        return text.toString();
    }

    /** Appends so many words, each behind a space. */
    void append(StringBuilder text, SplittableRandom random, int words) {
        List<String> vocabulary = tokens.vocabulary();
        for (int i = 0; i < words; i++) {
            text.append(' ').append(vocabulary.get(random.nextInt(vocabulary.size())));
        }
    }
}
