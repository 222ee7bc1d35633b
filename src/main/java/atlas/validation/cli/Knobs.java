package atlas.validation.cli;

import atlas.validation.text.NearestNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The knobs of a validation as options of a command: each is the {@code -D} property of its name with dashes for dots,
 * so that what holds of the one holds of the other. A property may be given as such too.
 */
final class Knobs {

    /** Every knob by its property, with the option of that name. */
    static final Map<String, String> OPTIONS = options();

    private final Map<String, String> given = new LinkedHashMap<>();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    private static Map<String, String> options() {
        Map<String, String> options = new LinkedHashMap<>();
        for (String knob : List.of(
                "config",
                "base.url",
                "compare.url",
                "model",
                "cluster",
                "config.profile",
                "thresholds",
                "enforce",
                "inconclusive",
                "groups",
                "excludedGroups",
                "api.key.env",
                "runs.dir",
                "report.path",
                "baseline",
                "baseline.allow",
                "plan.only",
                "calibrate")) {
            options.put(knob, knob.equals("excludedGroups") ? "--exclude-groups" : "--" + knob.replace('.', '-'));
        }
        return options;
    }

    /** Returns the given knobs as properties. */
    Map<String, String> properties() {
        return new LinkedHashMap<>(given);
    }

    /** Puts configs that were given without an option before those that were given with one. */
    void addConfigs(List<String> configs) {
        if (!configs.isEmpty()) {
            List<String> all = new ArrayList<>(configs);
            Optional.ofNullable(given.get("config")).ifPresent(all::add);
            set("config", String.join(",", all));
        }
    }

    /** Looks a knob up as the engine does: what was given, else the system property of its name. */
    @Nullable
    String orSystemProperty(String knob) {
        return given.getOrDefault(knob, System.getProperty(knob));
    }

    private void set(String knob, String value) {
        given.put(knob, value);
    }

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE[,FILE...]",
            description = "Config files or a quoted glob; the first is the subject, the others are compared with it. A"
                    + " shipped config may be named without its folder.")
    void config(String value) {
        set("config", value);
    }

    @Option(names = "--base-url", paramLabel = "URL", description = "Validate a server that runs already.")
    void baseUrl(String value) {
        set("base.url", value);
    }

    @Option(
            names = "--compare-url",
            paramLabel = "URL",
            description = "Compare with a second server that runs already.")
    void compareUrl(String value) {
        set("compare.url", value);
    }

    @Option(names = "--model", paramLabel = "NAME", description = "Another model than the config says.")
    void model(String value) {
        set("model", value);
    }

    @Option(names = "--cluster", paramLabel = "FILE", description = "Another cluster file.")
    void cluster(String value) {
        set("cluster", value);
    }

    @Option(
            names = {"--config-profile", "--profile"},
            paramLabel = "NAME",
            description = "Another profile of the config.")
    void profile(String value) {
        set("config.profile", value);
    }

    @Option(names = "--thresholds", paramLabel = "FILE", description = "Another threshold file.")
    void thresholds(String value) {
        set("thresholds", value);
    }

    @Option(
            names = "--enforce",
            paramLabel = "true|false",
            arity = "0..1",
            fallbackValue = "true",
            description = "Whether a missed limit fails the run, whatever the config says.")
    void enforce(String value) {
        set("enforce", value);
    }

    @Option(
            names = "--inconclusive",
            paramLabel = "fail|warn|pass",
            description = "What an inconclusive figure means; fail where limits are enforced.")
    void inconclusive(String value) {
        set("inconclusive", value);
    }

    @Option(
            names = {"-g", "--groups"},
            paramLabel = "EXPRESSION",
            description = "Tag expression of the rows to run, such as 'w1_short & conc8'.")
    void groups(String value) {
        set("groups", value);
    }

    @Option(
            names = {"--exclude-groups", "--excluded-groups"},
            paramLabel = "EXPRESSION",
            description = "Tag expression of the rows to leave out.")
    void excludedGroups(String value) {
        set("excludedGroups", value);
    }

    @Option(
            names = "--api-key-env",
            paramLabel = "NAME",
            description = "Environment variable that holds the key of the server's API.")
    void apiKeyEnv(String value) {
        set("api.key.env", value);
    }

    @Option(
            names = "--runs-dir",
            paramLabel = "DIR",
            description = "Where run folders go; target/atlas-runs otherwise.")
    void runsDir(String value) {
        set("runs.dir", value);
    }

    @Option(
            names = "--report-path",
            paramLabel = "FILE",
            description = "Write atlas-benchmark-report.json there as well.")
    void reportPath(String value) {
        set("report.path", value);
    }

    @Option(
            names = "--baseline",
            paramLabel = "RUNS",
            description =
                    "Runs of the past for limits on regressions: a run.json, a run's folder, or a folder of runs.")
    void baseline(String value) {
        set("baseline", value);
    }

    @Option(
            names = "--baseline-allow",
            paramLabel = "FIELD[,FIELD...]",
            description = "What may differ between this run and those of the past.")
    void baselineAllow(String value) {
        set("baseline.allow", value);
    }

    @Option(
            names = "--plan-only",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "true|false",
            description = "Print what would run, and touch no server.")
    void planOnly(String value) {
        set("plan.only", value);
    }

    @Option(names = "--calibrate", paramLabel = "N", description = "Run N times and propose limits.")
    void calibrate(String value) {
        set("calibrate", value);
    }

    @Option(
            names = "-D",
            paramLabel = "KNOB=VALUE",
            mapFallbackValue = "true",
            description = "A knob by the name of its property, as under Maven.")
    void property(Map<String, String> properties) {
        properties.forEach((knob, value) -> {
            if (!OPTIONS.containsKey(knob)) {
                Set<String> near = new LinkedHashSet<>(NearestNames.to(knob, OPTIONS.keySet()));
                List<String> shown = new ArrayList<>(near.isEmpty() ? OPTIONS.keySet() : near);
                throw new ParameterException(
                        command.commandLine(),
                        "-D%s is no knob; %s %s"
                                .formatted(
                                        knob,
                                        near.isEmpty() ? "the knobs are" : "did you mean",
                                        String.join(near.isEmpty() ? ", " : " or ", shown)
                                                + (near.isEmpty() ? "" : "?")));
            }
            set(knob, value);
        });
    }
}
