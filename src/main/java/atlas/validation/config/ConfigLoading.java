package atlas.validation.config;

import atlas.validation.config.JsonValue.JsonObject;
import atlas.validation.record.Problem;
import atlas.validation.record.Setting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Loads one config, then its threshold file, then its cluster file. Used once. */
final class ConfigLoading {

    private final NamedFile file;
    private final String name;
    private final Settings settings;
    private final Path workingDirectory;
    private final Path home;
    private final Function<String, @Nullable String> environment;
    private final String userId;

    private final EffectiveValues effective;
    private final List<Findings> findings = new ArrayList<>();
    private final List<Path> read = new ArrayList<>();

    /**
     * @param name what the config's target is called
     * @param workingDirectory what the paths of knobs are relative to
     * @param home the folder from which messages name the config's neighbours
     */
    ConfigLoading(
            NamedFile file,
            String name,
            Settings settings,
            Path workingDirectory,
            Path home,
            Function<String, @Nullable String> environment,
            String userId) {
        this.file = file;
        this.name = name;
        this.settings = settings;
        this.workingDirectory = workingDirectory;
        this.home = home;
        this.environment = environment;
        this.userId = userId;
        this.effective = new EffectiveValues(file.name());
    }

    /** Loads the files; the answer is empty when the config is no JSON object. */
    Optional<LoadedConfig> load() {
        Findings mine = findingsOf(file);
        return read(file, mine).map(json -> {
            int problems = mine.count();
            Profiles profiles = Profiles.choose(json.root(), settings.profile(), mine);
            boolean profileKnown = mine.count() == problems;
            ChangeMe.check(profiles.flat(), mine);
            ObjectReader root = ObjectReader.root(expanded(profiles.flat(), mine), Reading.ofConfig(mine, effective));
            boolean enforced = settings.enforce().orElseGet(() -> root.flag("enforce_thresholds", true));
            String block = root.optionalString("threshold_profile");
            Optional<NamedFile> thresholdFile =
                    new ThresholdSearch(workingDirectory, home, settings).find(file, root, enforced);
            Optional<NamedFile> clusterFile = clusterFile(root);
            ConfigReader reader = new ConfigReader(root, settings, environment, new NeighbourFile(home, file));
            ValidationConfig config = reader.read(name, json, profiles);
            ThresholdFile thresholds = thresholdFile
                    .flatMap(found -> thresholds(found, block == null ? profiles.chosen() : block, enforced))
                    .orElse(null);
            ClusterFile cluster = clusterFile.flatMap(this::cluster).orElseGet(ClusterFile::thisMachine);
            noteUnusedDaemon(config, cluster, root);
            return new LoadedConfig(
                    config,
                    thresholds,
                    cluster,
                    read,
                    profileKnown && reader.cellsKnown(),
                    settings.baseUrl().isPresent());
        });
    }

    /** Returns the problems of all files, config first. */
    List<Problem> problems() {
        return findings.stream().flatMap(one -> one.problems().stream()).toList();
    }

    List<Problem> warnings() {
        return findings.stream().flatMap(one -> one.warnings().stream()).toList();
    }

    Map<String, Setting> effective() {
        return effective.asMap();
    }

    private Findings findingsOf(NamedFile named) {
        Findings of = new Findings(named.name());
        findings.add(of);
        return of;
    }

    private Optional<JsonFile> read(NamedFile named, Findings into) {
        Optional<JsonFile> json = JsonFile.read(named.path(), into);
        json.ifPresent(found -> read.add(found.path()));
        return json;
    }

    private JsonObject expanded(JsonObject root, Findings into) {
        return new Placeholders(root, environment, userId, into).expand(root);
    }

    private Optional<NamedFile> clusterFile(ObjectReader root) {
        String written = root.stringOrEmpty("cluster_json");
        if (settings.cluster().isPresent()) {
            String name = settings.cluster().get();
            effective.override("cluster_json", name, settings.origin("cluster"));
            return Optional.of(new NamedFile(name, workingDirectory.resolve(name)));
        }
        return written == null ? Optional.empty() : new NeighbourFile(home, file).find("cluster_json", written, root);
    }

    /** Warns of a Docker daemon elsewhere that a simulator, which runs on this machine, has no use for. */
    private static void noteUnusedDaemon(ValidationConfig config, ClusterFile cluster, ObjectReader root) {
        boolean simulated = config.launches() && config.container().runtime() == ServerRuntime.EMBEDDED;
        cluster.nodes().stream()
                .map(ClusterNode::dockerHost)
                .filter(host -> simulated && !host.equals(ClusterNode.LOCAL))
                .forEach(host -> root.warning(
                        "cluster_json",
                        "docker_host " + ServerUrl.shown(host) + " has no effect: the simulator runs on this machine",
                        "write container.runtime.name \"docker\", or another cluster file"));
    }

    private Optional<ThresholdFile> thresholds(NamedFile named, @Nullable String profile, boolean enforced) {
        Findings into = findingsOf(named);
        return read(named, into).flatMap(json -> new ThresholdReader(into).read(json.root(), profile, enforced));
    }

    private Optional<ClusterFile> cluster(NamedFile named) {
        Findings into = findingsOf(named);
        return read(named, into).map(json -> {
            ChangeMe.check(json.root(), into);
            return new ClusterReader(expanded(json.root(), into), into).read();
        });
    }
}
