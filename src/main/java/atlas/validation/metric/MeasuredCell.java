package atlas.validation.metric;

import atlas.validation.record.Counts;
import atlas.validation.record.Phase;
import atlas.validation.record.TokenCountSource;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The measured requests of a cell, and what several figures share.
 *
 * @param input what was asked
 * @param counts how the measured requests ended
 * @param requests every measured request
 * @param ramp the requests sent at a rate that was still rising
 * @param successes those of them that succeeded
 * @param span the time that throughput is counted over, or null when nothing succeeded
 */
record MeasuredCell(
        CellInput input,
        Counts counts,
        List<MeasuredRequest> requests,
        List<MeasuredRequest> ramp,
        List<MeasuredRequest> successes,
        @Nullable Span span) {

    static MeasuredCell of(CellInput input) {
        List<MeasuredRequest> requests = requests(input, Phase.MEASURE);
        List<MeasuredRequest> successes =
                requests.stream().filter(MeasuredRequest::succeeded).toList();
        return new MeasuredCell(
                input, Counts.of(input.rows()), requests, requests(input, Phase.RAMP), successes, Span.of(requests));
    }

    private static List<MeasuredRequest> requests(CellInput input, Phase phase) {
        return input.rows().stream()
                .filter(row -> row.phase() == phase)
                .map(MeasuredRequest::new)
                .toList();
    }

    /** Returns all that the server had to do at a time: the measured requests and those of the ramp before them. */
    List<MeasuredRequest> load() {
        return Stream.concat(ramp.stream(), requests.stream()).toList();
    }

    /** Returns those of {@link #load()} that succeeded. */
    List<MeasuredRequest> loadSuccesses() {
        return load().stream().filter(MeasuredRequest::succeeded).toList();
    }

    /** Tells whether anything was asked of the server: a request that was given up before it was sent asked nothing. */
    boolean askedAnything() {
        return counts.attempted() > counts.cancelled()
                || requests.stream().anyMatch(request -> request.sentAt() != null);
    }

    /** Returns the completion tokens of the successes, or null when one of them lacks the count. */
    @Nullable
    Long outputTokens() {
        return sum(successes, request -> request.row().completionTokens());
    }

    /** Returns the prompt tokens of the successes, or null when one of them lacks the count. */
    @Nullable
    Long inputTokens() {
        return sum(successes, request -> request.row().promptTokens());
    }

    /** Returns the number of successes whose tokens were counted by chunks. */
    long chunkCounted() {
        return successes.stream()
                .filter(request -> request.row().tokenCountSource() == TokenCountSource.CHUNKS)
                .count();
    }

    /** Returns the number of requests that are sent together at the start: one for each user. */
    @Nullable
    Integer startBurst() {
        Integer users = input.users();
        return users == null ? null : Math.min(users, counts.attempted());
    }

    /** Adds up a count over requests; null when there are none or one of them lacks it. */
    static @Nullable Long sum(List<MeasuredRequest> requests, Function<MeasuredRequest, @Nullable Integer> count) {
        long sum = 0;
        for (MeasuredRequest request : requests) {
            Integer one = count.apply(request);
            if (one == null) {
                return null;
            }
            sum += one;
        }
        return requests.isEmpty() ? null : sum;
    }
}
