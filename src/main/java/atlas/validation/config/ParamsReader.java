package atlas.validation.config;

import atlas.validation.config.JsonValue.JsonArray;
import atlas.validation.config.JsonValue.JsonString;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the {@code params} section. */
final class ParamsReader {

    /** A cell keeps every figure of every request; beyond a million that is no longer a test but a load of data. */
    static final int MAX_PROMPTS = 1_000_000;

    private static final List<Integer> DEFAULT_PERCENTILES = List.of(50, 90, 95, 99);
    private static final List<Map.Entry<String, Object>> NEUTRAL_SAMPLING =
            List.of(Map.entry("temperature", 0L), Map.entry("top_p", 1L));
    private static final Pattern ZERO = Pattern.compile("\"?0(\\.0*)?\"?");
    private static final Set<String> CVS_DRIVERS = Set.of("atom", "vllm_atom");

    private final ObjectReader params;
    private final Settings settings;
    private final Function<String, @Nullable String> environment;
    private final Path folder;

    /** @param folder what paths are relative to */
    ParamsReader(ObjectReader params, Settings settings, Function<String, @Nullable String> environment, Path folder) {
        this.params = params;
        this.settings = settings;
        this.environment = environment;
        this.folder = folder;
    }

    /** @param launches whether the suite starts the server, so that {@code base_url} means nothing */
    Params read(boolean launches) {
        NamedFiles files = new NamedFiles(params, folder);
        Params read = new Params(
                driver(),
                port(),
                params.integer("tensor_parallelism", 1, 1, 1024),
                params.integer("pipeline_parallel_size", 1, 1, 1024),
                params.integer("nnodes", 1, 1, 1024),
                params.integer("num_prompts", 1000, 1, MAX_PROMPTS),
                params.longInteger("seed", 0, Long.MIN_VALUE, Long.MAX_VALUE),
                randomRangeRatio(),
                percentiles(),
                params.optionalInteger("max_model_length", 1, 100_000_000),
                params.seconds("ready_timeout_s", 1200),
                params.seconds("first_token_timeout_s", 120),
                params.seconds("idle_timeout_s", 60),
                params.seconds("request_timeout_s", 600),
                params.optionalInteger("warmup_requests", 0, MAX_PROMPTS),
                baseUrl(launches),
                sampling(),
                params.plain("extra_body"),
                new AccessReader(params, settings, environment, files).read(),
                new RepeatsReader(params, settings).read(),
                params.choice("restart_server", RestartServer.NEVER, RestartServer.class, RestartServer::word),
                new LoadSettingsReader(params).read(),
                params.flag("reuse_server_across_sweep", true),
                params.choice("api", Api.CHAT, Api.class, Api::word),
                files.named(
                        "tokenizer_file",
                        TokenizerJson::model,
                        "name the tokenizer.json that lies beside the model's weights"));
        params.finish();
        return read;
    }

    private Driver driver() {
        JsonValue value = params.value("driver");
        if (value instanceof JsonString string && CVS_DRIVERS.contains(string.text())) {
            List<String> ours = Arrays.stream(Driver.values()).map(Driver::word).toList();
            params.problem(
                    "driver",
                    params.name("driver") + " " + value.shown() + " is a driver of CVS that this suite does not have",
                    "write one of " + Suggestion.list(ours));
            return Driver.ATLAS;
        }
        if (value == null && !params.has("driver")) {
            params.missing("driver", "write atlas, vllm, sglang or openai");
        }
        return params.choice("driver", Driver.ATLAS, Driver.class, Driver::word);
    }

    private int port() {
        boolean alias = params.value("port_no") != null;
        if (alias && params.has("port")) {
            params.problem(
                    "port_no", params.name("port_no") + " is another name of port, which is there too", "remove one");
            alias = false;
        }
        return params.integer(alias ? "port_no" : "port", 8888, 0, 65_535);
    }

    private double randomRangeRatio() {
        String key = "random_range_ratio";
        JsonValue value = params.value(key);
        if (value != null && ZERO.matcher(value.shown()).matches()) {
            params.problem(
                    key,
                    params.name(key) + " must be above 0: it is the shortest length as a part of the longest",
                    "write 1.0 for lengths that are exact");
            return 1;
        }
        return params.number(key, 1.0, NumberRange.above(0, 1));
    }

    private List<Integer> percentiles() {
        String key = "metric_percentiles";
        JsonValue value = params.value(key);
        String name = params.name(key);
        Scalars scalars = new Scalars(params.findings());
        Set<Integer> percentiles = new TreeSet<>();
        switch (value) {
            case null -> {
                params.effective().byDefault(name, DEFAULT_PERCENTILES);
                return DEFAULT_PERCENTILES;
            }
            case JsonArray array -> {
                for (int i = 0; i < array.elements().size(); i++) {
                    add(
                            percentiles,
                            scalars.integer(
                                    name + '[' + i + ']', array.elements().get(i), 1, 99));
                }
            }
            case JsonString string
            when string.text().matches("\\s*[1-9]\\d?\\s*(,\\s*[1-9]\\d?\\s*)*") -> {
                params.warning(key, name + " is a string", "write a list: [" + string.text() + "]");
                for (String part : string.text().split(",", -1)) {
                    percentiles.add(Integer.parseInt(part.strip()));
                }
            }
            default -> scalars.wrong(name, value, "a list of whole numbers from 1 to 99");
        }
        List<Integer> read = new ArrayList<>(percentiles);
        params.effective().fromFile(name, read, value);
        return read;
    }

    private static void add(Set<Integer> percentiles, @Nullable Long percentile) {
        if (percentile != null) {
            percentiles.add(percentile.intValue());
        }
    }

    /** Reads the sampling fields over neutral ones; {@code null} takes one of those out of the request. */
    private Map<String, Object> sampling() {
        Map<String, Object> sampling = new LinkedHashMap<>();
        ObjectReader section = params.object("sampling");
        for (Map.Entry<String, Object> neutral : NEUTRAL_SAMPLING) {
            if (!section.json().members().containsKey(neutral.getKey())) {
                sampling.put(neutral.getKey(), neutral.getValue());
                params.effective().byDefault(section.name(neutral.getKey()), neutral.getValue());
            }
        }
        sampling.putAll(params.plain("sampling"));
        return sampling;
    }

    private @Nullable URI baseUrl(boolean launches) {
        String key = "base_url";
        if (launches) {
            if (params.value(key) != null) {
                params.warning(
                        key,
                        params.name(key) + " has no effect, since the suite launches the server itself",
                        "remove it, or write container.lifetime \"no_launch\"");
            }
            return null;
        }
        URI written = writtenBaseUrl(key);
        settings.baseUrl()
                .ifPresent(url ->
                        params.effective().override(params.name(key), url.toString(), settings.origin("base.url")));
        return settings.baseUrl().orElse(written);
    }

    private @Nullable URI writtenBaseUrl(String key) {
        String text = params.optionalString(key);
        if (text == null) {
            return null;
        }
        return switch (ServerUrl.parse(params.name(key), text)) {
            case ServerUrl.Good(URI url) -> url;
            case ServerUrl.Bad(String message, String fix) -> {
                params.effective().fromFile(params.name(key), ServerUrl.shown(text), params.at(key));
                params.problem(key, message, fix);
                yield null;
            }
        };
    }
}
