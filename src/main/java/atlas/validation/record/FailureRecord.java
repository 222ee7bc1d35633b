package atlas.validation.record;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Requests of one cell that failed for the same cause.
 *
 * @param phase the phase in which they were sent
 * @param outcome how they ended
 * @param httpStatus the status of their answers, or null where none came
 * @param message what the first of them was told; numbers and ids in it may differ in the others
 * @param count how many they are
 * @param exampleIndex index of one of them in its phase
 * @param exampleRepeat which repeat of the cell that one belongs to, from 0
 * @param request method and address of that request, without anything secret
 * @param log the file with the first bytes of its answer in the cell's folder of logs, or null where no byte came or
 *     there were too many causes
 */
public record FailureRecord(
        Phase phase,
        Outcome outcome,
        @Nullable Integer httpStatus,
        String message,
        int count,
        int exampleIndex,
        int exampleRepeat,
        String request,
        @Nullable String log) {

    public FailureRecord {
        requireNonNull(phase, "phase is null");
        requireNonNull(outcome, "outcome is null");
        requireNonNull(message, "message is null");
        requireNonNull(request, "request is null");
        if (count < 1) {
            throw new IllegalArgumentException("count must be positive, got [" + count + "]");
        }
    }

    /** Returns the name of the file that the answer to a request is kept in. */
    public static String answerFile(Phase phase, int index) {
        return "failed-%s%d.txt".formatted(phase == Phase.WARMUP ? "warmup-" : "", index);
    }

    /**
     * Returns the folder, in that of the cell, that has the logs of a repeat but the first, whose are in that itself.
     */
    public static Optional<String> repeatFolder(int repeat) {
        return repeat == 0 ? Optional.empty() : Optional.of("repeat-" + (repeat + 1));
    }

    /** Returns such as {@code 12 http_error 429: slow down}. */
    public String sentence() {
        return "%d %s%s%s: %s"
                .formatted(
                        count,
                        phase != Phase.MEASURE ? "in the " + phase.name().toLowerCase(Locale.ROOT) + ", " : "",
                        outcome.word(),
                        httpStatus == null || outcome != Outcome.HTTP_ERROR ? "" : " " + httpStatus,
                        message);
    }
}
