package atlas.validation.cli;

import atlas.validation.config.ConfigLoader;
import atlas.validation.config.LoadedFiles;
import atlas.validation.config.Settings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Loads the files that knobs name, as a run does. */
final class Inputs {

    private Inputs() {}

    /**
     * Loads them.
     *
     * @param knobs looks up a knob by its name
     * @param shippedFiles where a config is looked up that the working directory does not have
     */
    static LoadedFiles load(Function<String, @Nullable String> knobs, Surroundings surroundings, Path shippedFiles) {
        return new ConfigLoader(
                        surroundings.workingDirectory(),
                        variable -> surroundings.environment().get(variable),
                        System.getProperty("user.name", ""))
                .orShipped(Optional.of(shippedFiles))
                .load(Settings.read(
                        knobs, variable -> surroundings.environment().get(variable)));
    }

    /** Loads one config as it stands, whatever else is asked for. */
    static LoadedFiles load(Path config, Surroundings surroundings) {
        return new ConfigLoader(surroundings.workingDirectory())
                .load(Settings.read(
                                Map.of("config", config.toString())::get,
                                variable -> surroundings.environment().get(variable))
                        .settings());
    }
}
