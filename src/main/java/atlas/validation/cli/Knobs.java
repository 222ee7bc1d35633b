package atlas.validation.cli;

import atlas.validation.text.NearestNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The knobs of a validation as options of a command: each is the {@code -D} property of its name with dashes for dots,
 * so that what holds of the one holds of the other. A property may be given as such too.
 */
final class Knobs {

    private static final List<Knob> KNOBS = List.of(
            Knob.value(
                    "config",
                    "FILE[,FILE...]",
                    "Config files or a quoted glob; the first is the subject, the others are compared with it. A"
                            + " shipped config may be named without its folder.",
                    "-c",
                    "--config"),
            Knob.value("base.url", "URL", "Validate a server that runs already.", "--base-url"),
            Knob.value("compare.url", "URL", "Compare with a second server that runs already.", "--compare-url"),
            Knob.value("model", "NAME", "Another model than the config says.", "--model"),
            Knob.value("cluster", "FILE", "Another cluster file.", "--cluster"),
            Knob.value("config.profile", "NAME", "Another profile of the config.", "--config-profile", "--profile"),
            Knob.value("thresholds", "FILE", "Another threshold file.", "--thresholds"),
            Knob.flag(
                    "enforce",
                    "true|false",
                    "Whether a missed limit fails the run, whatever the config says.",
                    "--enforce"),
            Knob.value(
                    "inconclusive",
                    "fail|warn|pass",
                    "What an inconclusive figure means; fail where limits are enforced.",
                    "--inconclusive"),
            Knob.value(
                    "groups",
                    "EXPRESSION",
                    "Tag expression of the rows to run, such as 'w1_short & conc8'.",
                    "-g",
                    "--groups"),
            Knob.value(
                    "excludedGroups",
                    "EXPRESSION",
                    "Tag expression of the rows to leave out.",
                    "--exclude-groups",
                    "--excluded-groups"),
            Knob.value(
                    "api.key.env",
                    "NAME",
                    "Environment variable that holds the key of the server's API.",
                    "--api-key-env"),
            Knob.value("runs.dir", "DIR", "Where run folders go; target/atlas-runs otherwise.", "--runs-dir"),
            Knob.value("report.path", "FILE", "Write atlas-benchmark-report.json there as well.", "--report-path"),
            Knob.value(
                    "baseline",
                    "RUNS",
                    "Runs of the past for limits on regressions: a run.json, a run's folder, or a folder of runs.",
                    "--baseline"),
            Knob.value(
                    "baseline.allow",
                    "FIELD[,FIELD...]",
                    "What may differ between this run and those of the past.",
                    "--baseline-allow"),
            Knob.flag("plan.only", "true|false", "Print what would run, and touch no server.", "--plan-only"),
            Knob.value("calibrate", "N", "Run N times and propose limits.", "--calibrate"));

    /** Every knob by its property, with the option of that name. */
    static final Map<String, String> OPTIONS = options();

    private final Map<String, String> given = new LinkedHashMap<>();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    private static Map<String, String> options() {
        Map<String, String> options = new LinkedHashMap<>();
        KNOBS.forEach(knob -> options.put(knob.property(), knob.longName()));
        return options;
    }

    /** Adds an option for each to the command that they are the knobs of. */
    @Spec(Spec.Target.MIXEE)
    void of(CommandSpec mixee) {
        KNOBS.forEach(knob -> mixee.addOption(knob.option(value -> set(knob.property(), value))));
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

    /**
     * One knob.
     *
     * @param property its name as a property
     * @param label what stands for its value in a help text
     * @param isFlag whether it may stand without a value, which means true
     * @param names the names of its option; the first with two dashes is told to people
     */
    private record Knob(String property, String label, boolean isFlag, String description, List<String> names) {

        static Knob value(String property, String label, String description, String... names) {
            return new Knob(property, label, false, description, List.of(names));
        }

        static Knob flag(String property, String label, String description, String... names) {
            return new Knob(property, label, true, description, List.of(names));
        }

        String longName() {
            return names.stream()
                    .filter(name -> name.startsWith("--"))
                    .findFirst()
                    .orElseThrow();
        }

        OptionSpec option(Consumer<String> given) {
            OptionSpec.Builder option = OptionSpec.builder(names.toArray(String[]::new))
                    .paramLabel(label)
                    .description(description)
                    .type(String.class)
                    .arity(isFlag ? "0..1" : "1")
                    .setter(setter(given));
            return (isFlag ? option.fallbackValue("true") : option).build();
        }

        private static ISetter setter(Consumer<String> given) {
            return new ISetter() {
                @Override
                public <T> @Nullable T set(T value) {
                    given.accept((String) value);
                    return null;
                }
            };
        }
    }
}
