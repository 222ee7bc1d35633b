package atlas.validation.config;

import static java.util.Objects.requireNonNull;

import atlas.validation.record.Problem;
import java.util.List;

/**
 * The knobs as far as they could be read, and what was wrong with the others.
 *
 * @param settings the knobs; a bad one counts as not given
 * @param problems every problem, in the order of the knobs
 */
public record SettingsReading(Settings settings, List<Problem> problems) {

    public SettingsReading {
        requireNonNull(settings, "settings is null");
        problems = List.copyOf(problems);
    }
}
