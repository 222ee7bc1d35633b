package atlas.validation.engine;

import atlas.validation.config.ConfigLoader;
import atlas.validation.config.LoadedFiles;
import atlas.validation.config.Settings;
import atlas.validation.config.SettingsReading;
import atlas.validation.plan.Planner;
import atlas.validation.plan.RunPlan;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.platform.engine.ConfigurationParameters;

/** Reads the knobs and the files that they name, and plans the run. */
final class Discovery {

    private Discovery() {}

    /**
     * Plans the run that the configuration parameters ask for. Build tools pass {@code -D} properties of their command
     * line as system properties, which JUnit looks up where a parameter of that name is not given.
     *
     * @param shippedFiles where a config is looked up that the working directory does not have
     */
    static RunPlan plan(ConfigurationParameters parameters, Optional<Path> shippedFiles) {
        SettingsReading reading = Settings.read(name -> parameters.get(name).orElse(null), System::getenv);
        LoadedFiles files = new ConfigLoader(Path.of("").toAbsolutePath())
                .orShipped(shippedFiles)
                .load(reading);
        return Planner.plan(reading.settings(), files);
    }
}
