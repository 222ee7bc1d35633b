package atlas.validation.metric;

import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One measured request, with its times on the clock of its cell, in milliseconds; null where not measured.
 *
 * @param row the request as it was recorded
 */
record MeasuredRequest(RequestRecord row) {

    /**
     * Ten thousand tokens a second of one stream, which no server generates: below it the time is that of the socket,
     * which hands on in a few reads what was sent as one. Whether it takes one read or a few is chance, so that both
     * are treated alike.
     */
    static final double LEAST_MS_PER_TOKEN = 0.1;

    boolean succeeded() {
        return row.outcome() == Outcome.SUCCESS;
    }

    @Nullable
    Double sentAt() {
        return row.sentAtMs();
    }

    /** Returns when the request was sent, or was due if it never was. */
    @Nullable
    Double startedAt() {
        return row.sentAtMs() != null ? row.sentAtMs() : row.scheduledAtMs();
    }

    /** Returns when a closed loop had a place for it, which may be some time before it was sent. */
    @Nullable
    Double takenAt() {
        return row.scheduledAtMs() != null ? row.scheduledAtMs() : row.sentAtMs();
    }

    @Nullable
    Double firstTokenAt() {
        return afterSent(row.ttftMs());
    }

    @Nullable
    Double lastTokenAt() {
        return afterSent(row.e2eMs());
    }

    /**
     * Returns when its place was free again; where that was not noted, when the stream ended, or the last token came.
     */
    @Nullable
    Double endedAt() {
        return row.freedAtMs() != null
                ? row.freedAtMs()
                : afterSent(row.streamEndMs() != null ? row.streamEndMs() : row.e2eMs());
    }

    /** Returns the last moment at which the request is known to have been in flight, or null when it was never sent. */
    @Nullable
    Double lastKnownAt() {
        if (row.sentAtMs() != null && row.freedAtMs() != null) {
            return row.freedAtMs();
        }
        double last = Stream.of(row.streamEndMs(), row.e2eMs(), row.ttftMs(), row.firstEventMs())
                .mapToDouble(time -> time == null ? 0 : time)
                .max()
                .orElse(0);
        return afterSent(last);
    }

    /** Returns how long after it was due the request was sent. */
    @Nullable
    Double lateness() {
        Double scheduled = row.scheduledAtMs();
        Double sent = row.sentAtMs();
        return scheduled == null || sent == null ? null : sent - scheduled;
    }

    /** Returns a time that counts from sent as one that counts from scheduled. */
    @Nullable
    Double fromScheduled(@Nullable Double fromSent) {
        Double lateness = lateness();
        return fromSent == null || lateness == null ? null : fromSent + lateness;
    }

    /** Returns the tokens in each token event, null where only their sum is known. */
    int @Nullable [] chunkTokens() {
        int[] tokens = row.chunkTokens();
        return tokens != null && tokens.length == row.chunkGapsMs().length + 1 ? tokens : null;
    }

    /** Tells whether all tokens came at one moment, or as good as that, so that no time per token can be told. */
    boolean coalesced() {
        double[] gaps = row.chunkGapsMs();
        int later = Math.max(1, gaps.length);
        Integer n = row.completionTokens();
        if (n != null && !row.warnings().contains(CellDoubts.MORE_TOKENS_THAN_ASKED)) {
            later = Math.max(later, n - 1);
        }
        return Arrays.stream(gaps).sum() < LEAST_MS_PER_TOKEN * later;
    }

    /** Returns the time per token after the first, or null where the answer has none that means anything. */
    @Nullable
    Double tpotMs() {
        return coalesced() ? null : row.tpotMs();
    }

    /** Returns prompt tokens / TTFT, in tokens per second, or null where either is not known or the TTFT is no time. */
    @Nullable
    Double prefillTokensPerSecond() {
        Integer tokens = row.promptTokens();
        Double ttft = row.ttftMs();
        return tokens == null || ttft == null || !(ttft > 0) ? null : (Double) (tokens * 1000 / ttft);
    }

    /**
     * Returns (last token − first token) / (n − n₁), with n₁ the tokens in the first token event; null where n₁ is not
     * known or nothing follows it.
     */
    @Nullable
    Double decodeMsPerToken() {
        int[] tokens = chunkTokens();
        Integer n = row.completionTokens();
        Double first = row.ttftMs();
        Double last = row.e2eMs();
        if (coalesced()
                || tokens == null
                || n == null
                || first == null
                || last == null
                || n <= tokens[0]
                || last <= first) {
            return null;
        }
        return (last - first) / (n - tokens[0]);
    }

    /**
     * Returns the gap before every token after the first event: each gap between events is spread evenly over the
     * tokens that its event carries. Where those are not known, the gaps as they are.
     */
    DoubleStream tokenGaps() {
        double[] gaps = row.chunkGapsMs();
        int[] tokens = chunkTokens();
        if (tokens == null) {
            return Arrays.stream(gaps);
        }
        DoubleStream.Builder spread = DoubleStream.builder();
        double pending = 0;
        for (int i = 0; i < gaps.length; i++) {
            // An event without a token of its own lends its gap to the next one.
            pending += gaps[i];
            int carried = tokens[i + 1];
            for (int token = 0; token < carried; token++) {
                spread.add(pending / carried);
            }
            if (carried > 0) {
                pending = 0;
            }
        }
        return spread.build();
    }

    private @Nullable Double afterSent(@Nullable Double sinceSent) {
        Double sent = row.sentAtMs();
        return sent == null || sinceSent == null ? null : sent + sinceSent;
    }
}
