package atlas.validation.config;

import atlas.validation.record.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A working directory with config files in it, and the knobs and variables of one start. */
final class ConfigFolder {

    /** A config that is whole: the simulator, two shapes, three cells, nothing enforced. */
    static final String WHOLE = """
            {
              "schema_version": 1,
              "framework": "atlas",
              "enforce_thresholds": false,
              "model": { "id": "simulated/model" },
              "container": { "runtime": { "name": "embedded" } },
              "roles": { "server": { "args": [], "env": {} } },
              "params": {
                "driver": "atlas",
                "num_prompts": 100
              },
              "sweep": {
                "sequence_combinations": [
                  { "name": "short", "isl": 128, "osl": 24 },
                  { "name": "greeting", "workload": "prompt", "prompt": "Say {hello}.", "osl": 8 }
                ],
                "runs": [
                  { "combo": "short", "concurrency": 2 },
                  { "combo": "short", "concurrency": 4, "num_prompts": 60 },
                  { "combo": "greeting", "concurrency": 1 }
                ]
              },
              "functional": {}
            }
            """;

    static final String CONFIG = "configs/a.json";

    private final Path root;
    private final Map<String, String> properties = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();

    ConfigFolder(Path root) {
        this.root = root;
        properties.put("config", CONFIG);
    }

    Path root() {
        return root;
    }

    ConfigFolder write(String name, String text) {
        try {
            Path file = root.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            return this;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    ConfigFolder whole() {
        return write(CONFIG, WHOLE);
    }

    /** Writes the whole config with one piece of text replaced, which has to be in it once. */
    ConfigFolder changed(String text, String by) {
        if (WHOLE.split(Pattern.quote(text), -1).length != 2) {
            throw new IllegalArgumentException("stands not once in the config: [" + text + "]");
        }
        return write(CONFIG, WHOLE.replace(text, by));
    }

    /** Writes the whole config with further params. */
    ConfigFolder withParams(String members) {
        return changed("\"num_prompts\": 100", "\"num_prompts\": 100, " + members);
    }

    ConfigFolder knob(String name, String value) {
        properties.put(name, value);
        return this;
    }

    ConfigFolder variable(String name, String value) {
        environment.put(name, value);
        return this;
    }

    LoadedFiles load() {
        SettingsReading settings = Settings.read(properties::get, environment::get);
        return new ConfigLoader(root, environment::get, "ada").load(settings);
    }

    /** Loads, and returns the only config. */
    LoadedConfig loadOne() {
        LoadedFiles files = load();
        if (!files.problems().isEmpty() || files.configs().size() != 1) {
            throw new AssertionError(files.problems());
        }
        return files.configs().getFirst();
    }

    ValidationConfig config() {
        return loadOne().config();
    }

    List<String> problems() {
        return load().problems().stream().map(Problem::sentence).toList();
    }

    List<String> warnings() {
        return load().warnings().stream().map(Problem::sentence).toList();
    }
}
