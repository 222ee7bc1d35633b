package atlas.validation.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a small config and its threshold file for a test: one shape, four output tokens, a handful of requests, on the
 * embedded simulator unless an address is given.
 */
public final class FixtureConfig {

    private final String name;
    private final List<String> runs = new ArrayList<>();
    private final List<String> combos = new ArrayList<>(List.of("{ \"name\": \"w1\", \"isl\": 16, \"osl\": 4 }"));
    private final List<String> limits = new ArrayList<>();
    private final List<String> simulatorArguments = new ArrayList<>(
            List.of("--sim-prefill-tokens-per-second", "100000", "--sim-decode-step-ms", "1", "--sim-start-ms", "0"));
    private boolean enforced = true;
    private String model = "simulated/fixture";
    private int requests = 8;
    private String functional = "{}";
    private String container = "{ \"lifetime\": \"per_run\", \"runtime\": { \"name\": \"embedded\" } }";
    private String environment = "{}";
    private String clusterFile = "";
    private String moreParams = "";

    private FixtureConfig(String name) {
        this.name = name;
    }

    /** Begins a config whose file, and so whose target, has this name. */
    public static FixtureConfig named(String name) {
        return new FixtureConfig(name);
    }

    public FixtureConfig cell(String combo, int concurrency) {
        runs.add("{ \"combo\": \"%s\", \"concurrency\": %d }".formatted(combo, concurrency));
        return this;
    }

    /** Adds a shape beside {@code w1}. */
    public FixtureConfig combo(String json) {
        combos.add(json);
        return this;
    }

    /** Adds the limits of one cell, or of {@code TARGET}, as the JSON object of the threshold file. */
    public FixtureConfig limits(String key, String json) {
        limits.add("  \"%s\": %s".formatted(key, json));
        return this;
    }

    public FixtureConfig recordOnly() {
        enforced = false;
        return this;
    }

    public FixtureConfig requests(int number) {
        requests = number;
        return this;
    }

    public FixtureConfig model(String id) {
        model = id;
        return this;
    }

    public FixtureConfig functional(String json) {
        functional = json;
        return this;
    }

    public FixtureConfig runningAt(URI server) {
        container = "{ \"lifetime\": \"no_launch\", \"runtime\": { \"name\": \"none\" } }";
        moreParams += ", \"base_url\": \"%s\"".formatted(server);
        return this;
    }

    /** Runs the simulator in a container, which is given no GPU unless {@code argumentsJson} says otherwise. */
    public FixtureConfig docker(String image, String argumentsJson) {
        container =
                "{ \"lifetime\": \"per_run\", \"image\": \"%s\", \"runtime\": { \"name\": \"docker\", \"args\": %s } }"
                        .formatted(image, argumentsJson);
        return this;
    }

    /** Sets variables of the server's environment, as a JSON object. */
    public FixtureConfig environment(String json) {
        environment = json;
        return this;
    }

    public FixtureConfig cluster(Path file) {
        clusterFile = "\"cluster_json\": \"%s\",".formatted(file);
        return this;
    }

    public FixtureConfig params(String json) {
        moreParams += ", " + json;
        return this;
    }

    public FixtureConfig simulator(String... arguments) {
        simulatorArguments.addAll(List.of(arguments));
        return this;
    }

    /** Writes {@code <name>.json} and, where there are limits, its threshold file; returns the config. */
    public Path writeTo(Path folder) {
        String quoted = String.join(
                ", ",
                simulatorArguments.stream()
                        .map(argument -> "\"" + argument + "\"")
                        .toList());
        String config = """
                {
                  "schema_version": 1,
                  "framework": "atlas",
                  "gpu_arch": "none",
                  "enforce_thresholds": %s, %s
                  "model": { "id": "%s" },
                  "container": %s,
                  "roles": { "server": { "args": [%s], "env": %s } },
                  "params": { "driver": "atlas", "num_prompts": %d, "warmup_requests": 1,
                    "metric_percentiles": [50], "ready_timeout_s": 30 %s },
                  "sweep": {
                    "sequence_combinations": [ %s ],
                    "runs": [ %s ] },
                  "functional": %s
                }
                """.formatted(
                        enforced,
                        clusterFile,
                        model,
                        container,
                        quoted,
                        environment,
                        requests,
                        moreParams,
                        String.join(", ", combos),
                        String.join(", ", runs),
                        functional);
        try {
            Files.createDirectories(folder);
            Path file = Files.writeString(folder.resolve(name + ".json"), config);
            if (!limits.isEmpty()) {
                Files.writeString(
                        folder.resolve(name + "_threshold.json"), "{\n" + String.join(",\n", limits) + "\n}\n");
            }
            return file;
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }
}
