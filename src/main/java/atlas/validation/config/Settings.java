package atlas.validation.config;

import static java.util.Objects.requireNonNull;

import atlas.validation.record.Setting;
import java.net.URI;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The {@code -D} knobs and the environment, each with its origin. Paths are as the user wrote them, relative to the
 * working directory.
 *
 * @param configs config files or globs, in order; never empty
 * @param baseUrl a running server to validate instead of launching one
 * @param compareUrl a second running server, which is compared with the first
 * @param cluster the cluster file
 * @param profile the profile of the configs
 * @param thresholds the threshold file of the configs
 * @param enforce whether thresholds are enforced, whatever the configs say
 * @param runsDir where run folders are made
 * @param reportPath a file that the benchmark report is written to as well
 * @param model the model, whatever the configs say
 * @param apiKeyEnv name of the environment variable that holds the API key
 * @param inconclusive what an inconclusive row means; when absent, {@code fail} under enforcement
 * @param calibrate how often the sweep is measured for a threshold file that is made from it
 * @param baseline a run record, or a folder of runs, that this run is held against
 * @param baselineAllow fields of the fingerprint that may differ from the baseline's
 * @param groups tag expression of the rows to run
 * @param excludedGroups tag expression of the rows to leave out
 * @param planOnly whether to tell what would run, and touch no server
 * @param given every knob that was given, by its name, with its origin
 */
public record Settings(
        List<String> configs,
        Optional<URI> baseUrl,
        Optional<URI> compareUrl,
        Optional<String> cluster,
        Optional<String> profile,
        Optional<String> thresholds,
        Optional<Boolean> enforce,
        Path runsDir,
        Optional<Path> reportPath,
        Optional<String> model,
        Optional<String> apiKeyEnv,
        Optional<Inconclusive> inconclusive,
        Optional<Integer> calibrate,
        Optional<Path> baseline,
        List<String> baselineAllow,
        Optional<String> groups,
        Optional<String> excludedGroups,
        boolean planOnly,
        Map<String, Setting> given) {

    /** The config that runs when nothing is asked for. */
    public static final String DEFAULT_CONFIG = "configs/simulated_quickstart.json";

    /** The config that runs when only the address of a running server is given. */
    public static final String RUNNING_SERVER_CONFIG = "configs/any_openai_endpoint.json";

    /** Where run folders are made unless {@code -Druns.dir} says otherwise. */
    public static final Path DEFAULT_RUNS_DIR = Path.of("target", "atlas-runs");

    public Settings {
        configs = List.copyOf(configs);
        requireNonNull(runsDir, "runsDir is null");
        baselineAllow = List.copyOf(baselineAllow);
        given = Collections.unmodifiableMap(new LinkedHashMap<>(given));
    }

    /** Reads the knobs. A bad value is a problem, and counts as not given. */
    public static SettingsReading read(
            Function<String, @Nullable String> property, Function<String, @Nullable String> environment) {
        return new SettingsReader(property, environment).read();
    }

    /** Returns the same settings toward the server that the first one is compared with. */
    Settings towardCompared() {
        Map<String, Setting> knobs = new LinkedHashMap<>(given);
        knobs.put("base.url", new Setting(compareUrl.orElseThrow().toString(), origin("compare.url")));
        return new Settings(
                configs,
                compareUrl,
                Optional.empty(),
                cluster,
                profile,
                thresholds,
                enforce,
                runsDir,
                reportPath,
                model,
                apiKeyEnv,
                inconclusive,
                calibrate,
                baseline,
                baselineAllow,
                groups,
                excludedGroups,
                planOnly,
                knobs);
    }

    /** Returns where a knob that was given came from, such as {@code -Dmodel}. */
    String origin(String knob) {
        Setting setting = given.get(knob);
        return setting == null ? Origins.property(knob) : setting.origin();
    }
}
