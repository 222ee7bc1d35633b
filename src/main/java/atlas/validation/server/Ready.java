package atlas.validation.server;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;

/**
 * What was seen when a server became ready.
 *
 * @param sinceLaunch time from launch to the answer that told so
 * @param healthPath the path that told health
 * @param models ids that {@code /v1/models} lists, in its order
 * @param simulated whether the server says of itself that it is a simulator
 */
public record Ready(Duration sinceLaunch, String healthPath, List<String> models, boolean simulated) {

    public Ready {
        requireNonNull(sinceLaunch, "sinceLaunch is null");
        requireNonNull(healthPath, "healthPath is null");
        models = List.copyOf(models);
    }
}
