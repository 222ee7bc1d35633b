package atlas.validation.record;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One attempted request: a row of {@code requests.jsonl}. Times are in milliseconds with microsecond precision, null
 * where not measured. {@code …AtMs} count from the start of the cell's clock, the others from {@code sentAtMs}.
 *
 * @param target name of the target
 * @param cell id of the cell
 * @param index position in the cell, from 0; warm-up requests count on their own
 * @param repeat which repeat of the cell, from 0
 * @param turn which turn of a conversation, from 0
 * @param phase whether the request counts
 * @param outcome how it ended
 * @param httpStatus status of the answer
 * @param error one sentence of what went wrong
 * @param finishReason the server's finish reason
 * @param scheduledAtMs when the schedule wanted it sent; in closed loop, when its slot became free
 * @param sentAtMs just before its first byte was handed to an open connection
 * @param freedAtMs when its place was free for another request: it had ended, or was given up
 * @param firstEventMs first complete event that is no comment
 * @param ttftMs first event that carries a token, of reasoning, tool call or answer
 * @param ttfoMs the same without reasoning
 * @param e2eMs last event that carries a token
 * @param streamEndMs {@code [DONE]}, or the end of the body
 * @param tpotMs (last token − first token) / (completion tokens − 1)
 * @param promptTokens prompt tokens as the server counts them
 * @param completionTokens completion tokens, reasoning included
 * @param reasoningTokens those of them that are reasoning
 * @param cachedTokens prompt tokens that the server had in its cache
 * @param tokenCountSource where {@code completionTokens} comes from
 * @param chunks number of events that carry a token
 * @param chunkGapsMs gaps between successive such events; length {@code chunks − 1}. The array is not copied
 * @param chunkTokens tokens in each such event, where known. The array is not copied
 * @param vllmTtftMs first event with non-empty {@code choices}: what {@code vllm bench serve} calls TTFT
 * @param connection whether the connection was opened for this request
 * @param retries how often it was sent again, before any byte of an answer had arrived
 * @param warnings stable words for oddities that do not make it fail
 * @param tool what came of the tool call that was asked for; null where none was
 */
public record RequestRecord(
        String target,
        String cell,
        int index,
        int repeat,
        int turn,
        Phase phase,
        Outcome outcome,
        @Nullable Integer httpStatus,
        @Nullable String error,
        @Nullable String finishReason,
        @Nullable Double scheduledAtMs,
        @Nullable Double sentAtMs,
        @Nullable Double freedAtMs,
        @Nullable Double firstEventMs,
        @Nullable Double ttftMs,
        @Nullable Double ttfoMs,
        @Nullable Double e2eMs,
        @Nullable Double streamEndMs,
        @Nullable Double tpotMs,
        @Nullable Integer promptTokens,
        @Nullable Integer completionTokens,
        @Nullable Integer reasoningTokens,
        @Nullable Integer cachedTokens,
        @Nullable TokenCountSource tokenCountSource,
        int chunks,
        double[] chunkGapsMs,
        int @Nullable [] chunkTokens,
        @Nullable Double vllmTtftMs,
        @Nullable ConnectionUse connection,
        int retries,
        List<String> warnings,
        @Nullable ToolCallRecord tool) {

    public RequestRecord {
        warnings = List.copyOf(warnings);
    }
}
