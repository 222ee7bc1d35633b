package atlas.validation.workload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * How many of a server's tokens a prompt of random words is: {@code templateTokens + words · tokensPerWord}. Both
 * numbers come from the server's own count of two prompts of known size; the second is a mean over the vocabulary,
 * which random words of it come near to the better the longer the prompt is, and equal where every word is one token.
 *
 * @param vocabulary the words that prompts are made of
 * @param templateTokens what the chat template adds to each prompt
 * @param tokensPerWord tokens of a word on average, above 0
 * @param source who says so
 */
public record PromptTokens(List<String> vocabulary, double templateTokens, double tokensPerWord, Source source) {

    private static final int FEW_WORDS = 16;

    /** Who says how many tokens a prompt is. */
    public enum Source {
        /** The server's own counts. */
        USAGE,

        /** A tokenizer file, which knows nothing of the template. */
        TOKENIZER,

        /** Nobody: a word is taken for a token, and the template for nothing. */
        WORDS;

        /** Returns its word in records. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public PromptTokens {
        vocabulary = List.copyOf(vocabulary);
        if (vocabulary.size() < 2) {
            throw new IllegalArgumentException("a vocabulary needs two words, got " + vocabulary.size());
        }
        if (!(tokensPerWord > 0)) {
            throw new IllegalArgumentException("tokensPerWord must be positive, got [" + tokensPerWord + "]");
        }
    }

    /** Returns what is assumed of a server that tells no counts. */
    public static PromptTokens assumed() {
        return new PromptTokens(Vocabulary.ALL, 0, 1, Source.WORDS);
    }

    /**
     * Returns what a tokenizer file tells.
     *
     * @param vocabulary the words
     * @param tokens number of tokens of all of them, with a space between two
     */
    public static PromptTokens ofTokenizer(List<String> vocabulary, int tokens) {
        return new PromptTokens(vocabulary, 0, (double) tokens / vocabulary.size(), Source.TOKENIZER);
    }

    /** Returns all words that prompts may be made of. */
    public static List<String> allWords() {
        return Vocabulary.ALL;
    }

    /** Returns the number of words whose prompt comes nearest to so many tokens, at least 1. */
    int words(int tokens) {
        return Math.toIntExact(Math.max(1, Math.round((tokens - templateTokens) / tokensPerWord)));
    }

    /** Returns what a record says. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("source", source.word());
        fields.put("template_tokens", templateTokens);
        fields.put("tokens_per_word", tokensPerWord);
        fields.put("words", vocabulary.size());
        return fields;
    }

    /**
     * Two prompts of known size. In the long one no word comes twice, so that it is as long on average as the
     * vocabulary says.
     *
     * @param vocabulary the words
     * @param shortWords words of the short prompt
     * @param longWords words of the long prompt, more than {@code shortWords}
     * @param order the words in the order in which the long prompt says them
     */
    public record Calibration(List<String> vocabulary, int shortWords, int longWords, List<String> order) {

        /**
         * Prepares the prompts.
         *
         * @param vocabulary the words
         * @param salt fresh for every run, so that no cache has seen the prompts
         * @param mostWords most words that the long prompt may have
         */
        public static Calibration of(List<String> vocabulary, String salt, int mostWords) {
            List<String> order = new ArrayList<>(vocabulary);
            SplittableRandom random = Seed.of(0, "calibration", salt).random(false, 0);
            for (int i = order.size() - 1; i > 0; i--) {
                int other = random.nextInt(i + 1);
                String word = order.get(i);
                order.set(i, order.get(other));
                order.set(other, word);
            }
            int longWords = Math.max(FEW_WORDS + 1, Math.min(order.size(), mostWords));
            return new Calibration(List.copyOf(vocabulary), FEW_WORDS, longWords, List.copyOf(order));
        }

        /** Returns the short prompt; it begins unlike the long one. */
        public Prompt shortPrompt() {
            return prompt(order.subList(order.size() - shortWords, order.size()));
        }

        public Prompt longPrompt() {
            return prompt(order.subList(0, longWords));
        }

        private static Prompt prompt(List<String> words) {
            return new Prompt(String.join(" ", words), 1, false);
        }

        /**
         * Returns what the server's counts of both prompts say. Without the second a word is one token; without the
         * first, or where the counts make no sense, nothing is known.
         */
        public PromptTokens result(@Nullable Integer shortTokens, @Nullable Integer longTokens) {
            if (shortTokens == null) {
                return assumed();
            }
            double perWord = longTokens == null ? 1 : (double) (longTokens - shortTokens) / (longWords - shortWords);
            double template = shortTokens - perWord * shortWords;
            boolean sensible = perWord > 0 && template > -shortWords;
            return sensible ? new PromptTokens(vocabulary, template, perWord, Source.USAGE) : assumed();
        }
    }
}
