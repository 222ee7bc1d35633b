package atlas.validation.config;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Those of the {@code params} that say how cells are loaded and when they end.
 *
 * @param requestRate requests per second of runs that have neither rate nor concurrency, or null for {@code inf}
 * @param arrival how requests arrive at a rate
 * @param burstiness shape of gamma-distributed gaps: 1 is Poisson, less is burstier
 * @param ramp time in which a rate rises from 0 before anything counts; zero for none
 * @param duration how long a cell sends requests, or null for as long as its number of requests takes
 * @param drain how long requests may go on after the last one was due
 * @param maxConcurrency most requests in flight at a rate, or null
 * @param endsByCount whether {@code num_prompts} is written, and so ends a cell with a duration as well
 */
public record LoadSettings(
        @Nullable Double requestRate,
        Arrival arrival,
        double burstiness,
        Duration ramp,
        @Nullable Duration duration,
        Duration drain,
        @Nullable Integer maxConcurrency,
        boolean endsByCount) {

    public LoadSettings {
        requireNonNull(arrival, "arrival is null");
        requireNonNull(ramp, "ramp is null");
        requireNonNull(drain, "drain is null");
    }
}
