package atlas.validation.config;

import atlas.validation.config.JsonValue.JsonObject;
import atlas.validation.config.JsonValue.JsonString;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads a config whose profile is chosen and whose placeholders are expanded, and applies the knobs to it. */
final class ConfigReader {

    private static final List<String> PATHS = List.of("shared_fs", "models_dir", "log_dir", "hf_token_file");

    private final ObjectReader root;
    private final Settings settings;
    private final Function<String, @Nullable String> environment;
    private final NeighbourFile neighbours;
    private boolean cellsKnown;

    ConfigReader(
            ObjectReader root,
            Settings settings,
            Function<String, @Nullable String> environment,
            NeighbourFile neighbours) {
        this.root = root;
        this.settings = settings;
        this.environment = environment;
        this.neighbours = neighbours;
    }

    /**
     * Reads the config.
     *
     * @param name the stem of its file
     */
    ValidationConfig read(String name, JsonFile file, Profiles profiles) {
        root.value("schema_version");
        if (profiles.chosen() == null) {
            root.optionalString("default_profile");
        } else {
            root.value("default_profile");
        }
        ContainerSettings container = new ContainerReader(root.object("container"))
                .read(settings.baseUrl().map(url -> settings.origin("base.url")).orElse(null));
        boolean launches = container.lifetime() != Lifetime.NO_LAUNCH;
        Params params = new ParamsReader(root.object("params"), settings, environment, folder(file)).read(launches);
        int problems = root.findings().count();
        Sweep sweep = sweep(params);
        LoadSettingsReader.warnOfWhatHasNoEffect(root.object("params"), params.load(), sweep.runs());
        cellsKnown = root.findings().count() == problems && parallelismRead();
        ValidationConfig config = new ValidationConfig(
                name,
                root.findings().file(),
                file.sha256(),
                profiles.schemaVersion(),
                root.optionalString("framework"),
                root.optionalString("gpu_arch"),
                profiles.chosen(),
                enforceThresholds(),
                paths(),
                model(launches),
                container,
                server(launches),
                params,
                sweep,
                functional(),
                runCard(),
                keys(profiles.others().values(), folder(file)));
        new ConfigRules(root.object("params")).check(config);
        root.finish();
        return config;
    }

    private static Path folder(JsonFile file) {
        return file.path().resolveSibling("");
    }

    /**
     * Tells whether the config that was read has every cell that the file asks for, under its right keys. Otherwise a
     * comparison with a threshold file would only find what follows from a problem that is already told.
     */
    boolean cellsKnown() {
        return cellsKnown;
    }

    /** Tells whether the numbers in the keys of CVS are those of the file. */
    private boolean parallelismRead() {
        ObjectReader params = root.object("params");
        return Stream.of("tensor_parallelism", "pipeline_parallel_size")
                .filter(params::has)
                .noneMatch(key -> root.findings().hasProblemAt(params.at(key)));
    }

    private boolean enforceThresholds() {
        boolean written = root.flag("enforce_thresholds", true);
        settings.enforce().ifPresent(asked -> override("enforce_thresholds", asked, "enforce"));
        return settings.enforce().orElse(written);
    }

    private Map<String, String> paths() {
        ObjectReader section = root.object("paths");
        Map<String, String> paths = new LinkedHashMap<>();
        for (String name : PATHS) {
            String path = section.optionalString(name);
            if (path != null) {
                paths.put(name, path);
            }
        }
        if (section.value("log_dir") instanceof JsonString logs && !logs.text().startsWith(Placeholders.RUN_DIR)) {
            section.warning(
                    "log_dir",
                    "paths.log_dir has no effect: logs are kept in the run folder",
                    "write \"{run_dir}/logs\"");
        }
        section.finish();
        return paths;
    }

    private ModelSettings model(boolean launches) {
        ObjectReader section = root.object("model");
        String id = section.optionalString("id");
        if (settings.model().isPresent()) {
            id = settings.model().get();
            override("model.id", id, "model");
        } else if (settings.baseUrl().isPresent()) {
            // The server is another one than the config describes: what it serves is asked for, not assumed.
            id = null;
            root.effective().leaveOut(section.name("id"));
        } else if (launches && !section.has("id")) {
            section.missing("id", "name the model, or give -Dmodel");
        }
        boolean remote = remote(section);
        String precision = section.optionalString("precision");
        section.finish();
        return new ModelSettings(id, remote, precision);
    }

    /** Reads {@code model.remote}, which CVS writes as 0 or 1. */
    private static boolean remote(ObjectReader section) {
        return section.value("remote") instanceof JsonValue.JsonNumber
                ? section.integer("remote", 0, 0, 1) == 1
                : section.flag("remote", false);
    }

    private ServerRole server(boolean launches) {
        ObjectReader roles = root.object("roles");
        ObjectReader server = roles.object("server");
        ServerRole role = new ServerRole(server.texts("args"), server.textsByName("env"));
        // Which network the nodes of one server talk over; a server on one node has no use for it.
        server.value("ib_hca_devices");
        server.value("ib_netdev");
        server.finish();
        roles.finish();
        if (!launches) {
            root.effective().leaveOut("roles");
        }
        return role;
    }

    private Sweep sweep(Params params) {
        if (!root.has("sweep")) {
            root.missing("sweep", "write sequence_combinations and runs");
            return new Sweep(List.of(), List.of());
        }
        return new SweepReader(root.object("sweep"), params, neighbours).read();
    }

    private Functional functional() {
        ObjectReader section = root.object("functional");
        Functional functional = new Functional(
                section.flag("api_smoke", false),
                section.flag("health_check", false),
                section.flag("tool_calls", false),
                section.flag("cold_start", false),
                section.flag("correctness", false),
                section.optionalFlag("enforce_probes"),
                section.flag("drop_page_cache", false));
        if (functional.dropPageCache() && !functional.coldStart()) {
            section.warning(
                    "drop_page_cache",
                    section.name("drop_page_cache") + " makes the cold start colder, and no cold start is measured",
                    "write \"cold_start\": true beside it");
        }
        section.finish();
        return functional;
    }

    private RunCard runCard() {
        ObjectReader section = root.object("run_card");
        RunCard card = new RunCard(section.stringOrEmpty("notes"), section.stringOrEmpty("upstream_run_url"));
        section.finish();
        return card;
    }

    private void override(String path, Object value, String knob) {
        root.effective().override(path, value, settings.origin(knob));
    }

    /** Returns every name that a threshold file may use for the cells of the given profiles. */
    private Set<String> keys(Collection<JsonObject> profiles, Path folder) {
        Set<String> keys = new HashSet<>();
        for (JsonObject profile : profiles) {
            ObjectReader other = ObjectReader.root(profile, Reading.unheard());
            Params params = new ParamsReader(other.object("params"), settings, environment, folder).read(true);
            for (SweepRun run : new SweepReader(other.object("sweep"), params, neighbours)
                    .read()
                    .runs()) {
                Integer isl = run.combo().isl();
                Integer osl = run.combo().osl();
                keys.add(run.id().value());
                if (isl != null && osl != null) {
                    keys.add(
                            run.id().thresholdKey(isl, osl, params.tensorParallelism(), params.pipelineParallelSize()));
                }
            }
        }
        return keys;
    }
}
