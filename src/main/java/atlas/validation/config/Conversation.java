package atlas.validation.config;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How a conversation goes on.
 *
 * @param turns questions of one user, at least 2
 * @param think from the end of an answer to the next question
 */
public record Conversation(int turns, Duration think) {

    public Conversation {
        if (turns < 2) {
            throw new IllegalArgumentException("turns must be at least 2, got [" + turns + "]");
        }
        requireNonNull(think, "think is null");
    }
}
