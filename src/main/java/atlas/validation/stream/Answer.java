package atlas.validation.stream;

import static java.util.Objects.requireNonNull;

import atlas.validation.record.Outcome;
import atlas.validation.record.TokenCountSource;
import java.util.List;
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
 * @param warnings stable words for oddities that do not make it fail
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
        List<String> warnings) {

    public Answer {
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
