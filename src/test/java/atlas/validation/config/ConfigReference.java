package atlas.validation.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Writes the reference of config and cluster files out of their schemas. */
final class ConfigReference {

    private static final List<String> ORDER = List.of(
            "",
            "paths",
            "model",
            "container",
            "container.runtime",
            "container.runtime.args",
            "roles.server",
            "params",
            "sweep",
            "sweep.sequence_combinations[]",
            "sweep.sequence_combinations[].goodput_slo",
            "sweep.runs[]",
            "functional",
            "run_card");

    private final SchemaFile config = SchemaFile.of("config");
    private final SchemaFile cluster = SchemaFile.of("cluster");
    private final StringBuilder text = new StringBuilder();

    String write() {
        text.append("""
                # Config reference

                Made from `configs/schema/` by the project's tests, which fail when it is stale:
                `mvn -Pself-test test -Dtest=ReferenceTest -Dupdate.docs=true` writes it anew.

                A config is a JSON file that says which server to validate and what to ask of it. Its name is a convention,
                `<gpu>_<framework>_<model>_<precision>_<topology>.json`, from which nothing is read; without `.json` it is the
                config's name in every report, and a JUnit tag.

                ## Rules for every file

                * Every problem is told at once, with file, line, JSON pointer and what to write instead. A key that does not
                  exist is a problem. What is known and cannot be done yet is a problem that says so.
                * Keys that begin with `_` are comments, at every level. `$schema` at the top is for editors.
                * `null` reads as if the key were absent.
                * Numbers and booleans in quotes are taken, with a warning.
                * Paths in a file are relative to that file; those on the command line, to the working directory.
                * `<changeme…>` is what a shipped file leaves to its user; wherever one is left is a problem.
                * Placeholders in strings: `{paths.<name>}` and `{shared_fs}` (the file's own `paths`), `{user-id}` (the local
                  user), `{env.NAME}` (an environment variable that has to be set), `{run_dir}` (the run folder). Prompts,
                  notes, `sampling` and `extra_body` are left as they are, but for those names.

                ## Where a value comes from

                A `-D` knob, else the chosen profile, else the file outside of profiles, else the default. `run.json` names the
                origin of every value under `settings`.

                | Knob | Overrides |
                |---|---|
                | `-Dconfig.profile` | `default_profile` |
                | `-Denforce` | `enforce_thresholds` |
                | `-Dthresholds` | `threshold_json` |
                | `-Dcluster` | `cluster_json` |
                | `-Dmodel` | `model.id` |
                | `-Dbase.url`, or the variable `ATLAS_BENCH_URL` | `params.base_url`; nothing is launched then, and without `-Dmodel` the server says which model it serves |
                | `-Dapi.key.env` | `params.api_key_env` |

                ## Profiles

                With `schema_version` 2 a file has `profiles`: variants of one config. What stands outside of them holds for
                all; a profile is laid over it, object by object, while lists and single values are replaced whole. These keys
                are the same for all profiles and cannot be in one: `framework`, `gpu_arch`, `paths`, `model`,
                `threshold_json`, `cluster_json`.

                ## Keys

                """);
        for (String section : ORDER) {
            section(config, section, section.isEmpty() ? "Top level" : '`' + section + '`');
            if (section.equals("sweep.sequence_combinations[]")) {
                shippedPrompts();
            }
        }
        text.append("""
                ## Cluster file

                Where the servers run; a config names it with `cluster_json`. Without one it is this machine.

                """);
        for (String section : cluster.sections()) {
            section(cluster, section, section.isEmpty() ? "Cluster file: top level" : '`' + section + '`');
        }
        table(cluster, "`node_dict.<address>`", cluster.definition("node"));
        text.append("""
                ## What only the loader checks

                The schemas see the shape of one file. The loader also sees: names that have to exist (shapes of runs,
                profiles, files, placeholders, environment variables), names that stand twice, duplicate keys, marks that are
                left to fill in, what does not go together (driver and runtime, lifetime and address, shape and
                `max_model_length`), the form of addresses, mounts and limits, quoted numbers that are out of range, and what
                is not yet supported. A fault that the chosen profile lays something else over is the schema's alone.
                """);
        return text.toString();
    }

    private void section(SchemaFile schema, String name, String title) {
        JsonNode section = schema.section(name);
        table(schema, title, section);
    }

    private void table(SchemaFile schema, String title, JsonNode section) {
        text.append("### ").append(title).append("\n\n");
        text.append(section.path("description").asString("")).append("\n\n");
        text.append("| Key | Type | Default | Meaning |\n|---|---|---|---|\n");
        List<String> unused = new ArrayList<>();
        section.path("properties").properties().forEach(entry -> {
            JsonNode key = schema.whole(entry.getValue());
            if (SchemaFile.isUnused(key)) {
                unused.add('`' + entry.getKey() + '`');
            } else if (!entry.getKey().equals("$schema")) {
                row(schema, entry.getKey(), key);
            }
        });
        text.append('\n');
        if (!unused.isEmpty()) {
            text.append("Keys of CVS that load with a warning and have no effect: ")
                    .append(String.join(", ", unused))
                    .append(".\n\n");
        }
    }

    private void row(SchemaFile schema, String name, JsonNode key) {
        String byDefault = key.has("default") ? '`' + shown(key.get("default")) + '`' : "–";
        text.append("| `%s` | %s | %s | %s |\n".formatted(name, new TypeWords(schema).of(key), byDefault, cell(key)));
    }

    /** Returns what a key means, fit for a cell of a table. */
    private static String cell(JsonNode key) {
        return key.path("description").asString("").replace("|", "\\|").replace("<", "&lt;");
    }

    private static String shown(JsonNode byDefault) {
        return byDefault.isString() ? byDefault.asString() : byDefault.toString();
    }

    private void shippedPrompts() {
        text.append("The shipped prompts, by `prompt_ref`:\n\n| Name | Token limit | Text |\n|---|---|---|\n");
        for (Map.Entry<String, ShippedPrompt> prompt : ShippedPrompt.all().entrySet()) {
            text.append("| `%s` | %d | %s |\n"
                    .formatted(
                            prompt.getKey(),
                            prompt.getValue().maxTokens(),
                            prompt.getValue().text()));
        }
        text.append('\n');
    }
}
