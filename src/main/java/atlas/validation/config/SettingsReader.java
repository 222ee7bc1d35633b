package atlas.validation.config;

import atlas.validation.record.Problem;
import atlas.validation.record.Setting;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the {@code -D} knobs and the environment. */
final class SettingsReader {

    private static final String BASE_URL_VARIABLE = "ATLAS_BENCH_URL";

    private final Function<String, @Nullable String> property;
    private final Function<String, @Nullable String> environment;
    private final Map<String, Setting> given = new LinkedHashMap<>();
    private final List<Problem> problems = new ArrayList<>();

    SettingsReader(Function<String, @Nullable String> property, Function<String, @Nullable String> environment) {
        this.property = property;
        this.environment = environment;
    }

    SettingsReading read() {
        Optional<List<String>> configs = configs();
        Optional<URI> baseUrl = baseUrl();
        Optional<URI> compareUrl = compareUrl(baseUrl, configs.isPresent());
        String defaultConfig = given.containsKey("base.url") ? Settings.RUNNING_SERVER_CONFIG : Settings.DEFAULT_CONFIG;
        Optional<Integer> calibrate = calibrate();
        Settings settings = new Settings(
                configs.orElse(List.of(defaultConfig)),
                baseUrl,
                compareUrl,
                path("cluster").map(Path::toString),
                text("config.profile"),
                path("thresholds").map(Path::toString),
                enforce(calibrate.isPresent()),
                path("runs.dir").orElse(Settings.DEFAULT_RUNS_DIR),
                path("report.path").map(this::fromHome),
                text("model"),
                apiKeyEnv(),
                inconclusive(),
                calibrate,
                path("baseline").map(this::fromHome),
                text("baseline.allow").map(SettingsReader::split).orElse(List.of()),
                expression("groups"),
                expression("excludedGroups"),
                planOnly(),
                given);
        return new SettingsReading(settings, problems);
    }

    private Optional<List<String>> configs() {
        Optional<List<String>> configs = text("config").map(SettingsReader::split);
        if (configs.isPresent() && configs.get().isEmpty()) {
            problem("-Dconfig names no file", "name a config, such as -Dconfig=" + Settings.DEFAULT_CONFIG);
            return Optional.empty();
        }
        return configs;
    }

    /** Splits at commas, but not at those inside the braces of a glob. */
    private static List<String> split(String names) {
        return Arrays.stream(names.split(",(?![^{]*})", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private Optional<URI> baseUrl() {
        Optional<String> text = text("base.url");
        String name = "-Dbase.url";
        String variable = environment.apply(BASE_URL_VARIABLE);
        if (text.isEmpty() && property.apply("base.url") == null && variable != null && !variable.isBlank()) {
            text = Optional.of(variable);
            name = "environment variable " + BASE_URL_VARIABLE;
            given.put("base.url", new Setting(variable, Origins.environment(BASE_URL_VARIABLE)));
        }
        return text.isEmpty() ? Optional.empty() : url("base.url", name, text.get());
    }

    /** Reads the address of a second server, which makes sense beside a first one that is not the quickstart's. */
    private Optional<URI> compareUrl(Optional<URI> baseUrl, boolean configured) {
        String knob = "compare.url";
        Optional<URI> url = text(knob).flatMap(written -> url(knob, "-D" + knob, written));
        if (url.isPresent() && baseUrl.isEmpty() && !configured && !given.containsKey("base.url")) {
            problem(
                    "-Dcompare.url names a second server, and nothing names the first",
                    "give -Dbase.url or -Dconfig as well");
            return Optional.empty();
        }
        if (url.isPresent() && url.equals(baseUrl)) {
            problem("-Dcompare.url and -Dbase.url name the same server, " + url.get(), "name another one, or none");
            return Optional.empty();
        }
        return url;
    }

    private Optional<URI> url(String knob, String name, String written) {
        return switch (ServerUrl.parse(name, written)) {
            case ServerUrl.Good(URI url) -> Optional.of(url);
            case ServerUrl.Bad(String message, String fix) -> {
                given.computeIfPresent(
                        knob,
                        (key, setting) ->
                                new Setting(ServerUrl.shown(String.valueOf(setting.value())), setting.origin()));
                problem(message, fix);
                yield Optional.empty();
            }
        };
    }

    /** @param calibrates whether the run measures what limits are to be, so that it can miss none */
    private Optional<Boolean> enforce(boolean calibrates) {
        String knob = "enforce";
        Optional<Boolean> asked = choice(knob, List.of("true", "false")).map(Boolean::valueOf);
        if (!calibrates) {
            return asked;
        }
        if (asked.equals(Optional.of(true))) {
            problem(
                    "-Dcalibrate measures what limits are made from, and -Denforce=true judges by those that there are",
                    "leave one of the two out");
        } else if (asked.isEmpty()) {
            given.put(knob, new Setting("false", Origins.property("calibrate")));
        }
        return Optional.of(false);
    }

    /** Reads the knob that a build tool gives without a value, too. */
    private boolean planOnly() {
        String value = property.apply("plan.only");
        return value != null
                && (value.isBlank()
                        || choice("plan.only", List.of("true", "false"))
                                .map(Boolean::valueOf)
                                .orElse(true));
    }

    private Optional<Inconclusive> inconclusive() {
        List<Inconclusive> all = List.of(Inconclusive.values());
        return choice("inconclusive", all.stream().map(Inconclusive::word).toList())
                .flatMap(word ->
                        all.stream().filter(one -> one.word().equals(word)).findFirst());
    }

    /** Reads how often to measure; fewer repeats than tell of noise make no limits. */
    private Optional<Integer> calibrate() {
        String knob = "calibrate";
        Optional<String> text = text(knob);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        int least = Repeats.LEAST_FOR_NOISE;
        boolean whole = text.get().matches("\\d{1,4}");
        int times = whole ? Integer.parseInt(text.get()) : 0;
        if (times < least || times > RepeatsReader.MAX_REPEATS) {
            problem(
                    "-D%s=%s is no number of runs from %d to %d"
                            .formatted(knob, text.get(), least, RepeatsReader.MAX_REPEATS),
                    "write such as -Dcalibrate=5");
            return Optional.empty();
        }
        return Optional.of(times);
    }

    private Optional<String> choice(String knob, List<String> words) {
        Optional<String> text = text(knob);
        if (text.isPresent() && !words.contains(text.get())) {
            problem("-D" + knob + "=" + text.get() + " is unknown", Suggestion.choose(text.get(), words));
            return Optional.empty();
        }
        return text;
    }

    private Optional<Path> path(String knob) {
        Optional<String> text = text(knob);
        try {
            return text.map(Path::of);
        } catch (InvalidPathException invalid) {
            problem("-D" + knob + " is no path: " + invalid.getReason(), "name a file or folder");
            return Optional.empty();
        }
    }

    /** Reads a leading {@code ~/} as the user's home, which a shell does not do behind an equals sign. */
    private Path fromHome(Path path) {
        String home = property.apply("user.home");
        return path.startsWith("~") && path.getNameCount() > 1 && home != null
                ? Path.of(home).resolve(path.subpath(1, path.getNameCount()))
                : path;
    }

    private Optional<String> apiKeyEnv() {
        String knob = "api.key.env";
        Optional<String> name = text(knob);
        if (name.isEmpty()) {
            return name;
        }
        given.put(knob, new Setting(ApiKeyVariable.shown(name.get()), Origins.property(knob)));
        Optional<String> wrong = ApiKeyVariable.problem(name.get(), "-D" + knob, environment);
        wrong.ifPresent(message -> problem(message, ApiKeyVariable.FIX));
        return wrong.isPresent() ? Optional.empty() : name;
    }

    /** Reads a knob that takes any text but an empty one. */
    private Optional<String> text(String knob) {
        String value = property.apply(knob);
        if (value == null) {
            return Optional.empty();
        }
        if (value.isBlank()) {
            problem("-D" + knob + " is empty", "give it a value, or leave it out");
            return Optional.empty();
        }
        given.put(knob, new Setting(value.strip(), Origins.property(knob)));
        return Optional.of(value.strip());
    }

    /** Reads a tag expression; an empty one filters nothing, as JUnit has it. */
    private Optional<String> expression(String knob) {
        String value = property.apply(knob);
        return value == null || value.isBlank() ? Optional.empty() : text(knob);
    }

    private void problem(String message, @Nullable String fix) {
        problems.add(Problem.ofSetting(message, fix));
    }
}
