package atlas.validation.engine;

import atlas.validation.config.ConfigLoader;
import atlas.validation.config.LoadedFiles;
import atlas.validation.config.Settings;
import atlas.validation.config.SettingsReading;
import atlas.validation.plan.Planner;
import atlas.validation.plan.RunPlan;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.UniqueId;

/** Reads the knobs and the files that they name, plans the run, and makes the tree of its rows. */
final class Discovery {

    private Discovery() {}

    /**
     * Makes the tree of the run that the knobs ask for, without the rows that their tag expressions drop.
     *
     * @param knobs looks up a knob by its name. Build tools pass {@code -D} properties of their command line as system
     *     properties, which JUnit looks up where a parameter of that name is not given
     * @param workingDirectory what the paths of knobs are relative to
     * @param shippedFiles where a config is looked up that the working directory does not have
     */
    static ValidationDescriptor tree(
            Function<String, @Nullable String> knobs,
            Path workingDirectory,
            Optional<Path> shippedFiles,
            UniqueId engineId,
            String suiteClass) {
        SettingsReading reading = Settings.read(knobs, System::getenv);
        LoadedFiles files =
                new ConfigLoader(workingDirectory).orShipped(shippedFiles).load(reading);
        RunPlan plan = Planner.plan(reading.settings(), files);
        TagSelection selection = TagSelection.of(plan.settings());
        ValidationDescriptor root =
                new TreeBuilder(engineId, suiteClass, plan.withProblems(selection.problems())).build();
        selection.applyTo(root.suite());
        return root;
    }
}
