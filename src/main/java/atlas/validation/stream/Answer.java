package atlas.validation.stream;

import static java.util.Objects.requireNonNull;

import atlas.validation.record.Outcome;
import atlas.validation.record.TokenCountSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What one streamed answer was. Times are the stamps of the reads that completed the events, in nanoseconds of the
 * caller's clock; null where the event never came.
 *
 * @param outcome how the answer ended, as far as its body tells
 * @param error one sentence of what went wrong, null for a success
 * @param finishReason the server's finish reason
 * @param firstEvent the first event that is no comment
 * @param firstChoices the first event with non-empty {@code choices}
 * @param firstAnswerToken the first token that is no reasoning
 * @param tokenStamps every event that carries a token, in order; first and last are first and last token. The array is
 *     not copied
 * @param chunkTokens tokens of each such event, where known. The array is not copied
 * @param end {@code [DONE]}, or the end of the body
 * @param usage the server's own counts
 * @param completionTokens tokens of the answer, reasoning included
 * @param tokenCountSource where that number comes from
 * @param text the answer without its reasoning
 * @param thoughts its reasoning
 * @param textIsAll whether every token of it is in one of both, which a tool call, for one, is not
 * @param warnings stable words for oddities that do not make it fail
 * @param calls its tool calls, where they are kept
 */
public record Answer(
        Outcome outcome,
        @Nullable String error,
        @Nullable String finishReason,
        @Nullable Long firstEvent,
        @Nullable Long firstChoices,
        @Nullable Long firstAnswerToken,
        long[] tokenStamps,
        int @Nullable [] chunkTokens,
        @Nullable Long end,
        Usage usage,
        @Nullable Integer completionTokens,
        @Nullable TokenCountSource tokenCountSource,
        String text,
        String thoughts,
        boolean textIsAll,
        List<String> warnings,
        List<StreamedCall> calls) {

    public Answer {
        calls = List.copyOf(calls);
        requireNonNull(outcome, "outcome is null");
        warnings = List.copyOf(warnings);
    }

    public @Nullable Long firstToken() {
        return tokenStamps.length == 0 ? null : tokenStamps[0];
    }

    public @Nullable Long lastToken() {
        return tokenStamps.length == 0 ? null : tokenStamps[tokenStamps.length - 1];
    }

    /**
     * Returns the same answer with its tokens counted where the server told nothing better than how many events they
     * came in.
     *
     * @param counter returns the number of tokens of a text
     */
    public Answer countedBy(ToIntFunction<String> counter) {
        if (tokenCountSource != TokenCountSource.CHUNKS || !textIsAll) {
            return this;
        }
        int counted = counter.applyAsInt(thoughts) + counter.applyAsInt(text);
        List<String> all = new ArrayList<>(warnings);
        boolean oneRead = tokenStamps[0] == tokenStamps[tokenStamps.length - 1];
        if (counted > 1 && oneRead && !all.contains(AnswerReader.TOKENS_IN_ONE_READ)) {
            all.add(AnswerReader.TOKENS_IN_ONE_READ);
        }
        return new Answer(
                outcome,
                error,
                finishReason,
                firstEvent,
                firstChoices,
                firstAnswerToken,
                tokenStamps,
                chunkTokens,
                end,
                usage,
                counted,
                TokenCountSource.TOKENIZER,
                text,
                thoughts,
                true,
                all,
                calls);
    }

    /**
     * Returns the time per output token in nanoseconds, (last token − first token) / (n − 1). Null for a single token,
     * when all tokens came in one read, and when part of them is reasoning that never showed: then the first token seen
     * is not the first one made.
     */
    public @Nullable Double nanosPerOutputToken() {
        if (completionTokens == null || completionTokens <= 1 || tokenStamps.length == 0) {
            return null;
        }
        long span = tokenStamps[tokenStamps.length - 1] - tokenStamps[0];
        return span <= 0 || warnings.contains(AnswerReader.HIDDEN_REASONING)
                ? null
                : (double) span / (completionTokens - 1);
    }
}
