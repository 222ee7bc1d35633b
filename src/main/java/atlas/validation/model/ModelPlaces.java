package atlas.validation.model;

import static java.util.Objects.requireNonNull;

import atlas.validation.config.ValidationConfig;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where on its node a server will look for its model, told from what its container is given.
 *
 * @param places where the weights may be, the likeliest first; empty when {@code unknown} says why
 * @param unknown why none is known, in one sentence, or null
 */
public record ModelPlaces(List<Place> places, @Nullable String unknown) {

    private static final String USUAL_HOME = "/root/.cache/huggingface";

    /** A folder of the node. */
    public sealed interface Place {

        String folder();
    }

    /**
     * A hub cache, with one folder per model in the layout of {@code huggingface_hub}.
     *
     * @param folder where it is
     * @param revision the branch, tag or commit that the server loads
     */
    public record HubCache(String folder, String revision) implements Place {

        static final String USUAL_REVISION = "main";

        public HubCache {
            requireNonNull(folder, "folder is null");
            requireNonNull(revision, "revision is null");
        }

        /** A cache of which the usual revision is loaded. */
        public HubCache(String folder) {
            this(folder, USUAL_REVISION);
        }

        /** Tells whether the server loads what it loads unless asked. */
        public boolean isUsual() {
            return revision.equals(USUAL_REVISION);
        }
    }

    /** A folder that holds the model's files themselves. */
    public record ModelFolder(String folder) implements Place {}

    public ModelPlaces {
        places = List.copyOf(places);
    }

    /** Returns the hub cache, which is the one place that a model can be fetched into. */
    public Optional<HubCache> hubCache() {
        return places.stream()
                .filter(HubCache.class::isInstance)
                .map(HubCache.class::cast)
                .findFirst();
    }

    /** Returns the folder whose disk the weights are on, or null where none is known. */
    public @Nullable String folder() {
        return places.isEmpty() ? null : places.getFirst().folder();
    }

    /** Tells where the server of a config will look. */
    public static ModelPlaces of(ValidationConfig config) {
        String id = requireNonNull(config.model().id(), "a launched server has a model");
        Optional<String> folder =
                argument(config, "--model-from-path").or(() -> id.startsWith("/") ? Optional.of(id) : Optional.empty());
        List<String> volumes = config.container().arguments().volumes();
        if (folder.isPresent()) {
            return mounted(volumes, folder.get())
                    .map(host -> new ModelPlaces(List.of(new ModelFolder(host)), null))
                    .orElseGet(() -> new ModelPlaces(List.of(), unmounted(volumes, folder.get())));
        }
        String cache = hubFolder(config);
        String revision = argument(config, "--revision").orElse(HubCache.USUAL_REVISION);
        List<Place> places = new ArrayList<>();
        mounted(volumes, cache).ifPresent(host -> places.add(new HubCache(host, revision)));
        String models = config.paths().get("models_dir");
        if (!config.model().remote() && models != null) {
            places.add(new ModelFolder(join(models, id)));
            places.add(new ModelFolder(join(models, id.substring(id.lastIndexOf('/') + 1))));
            places.add(new HubCache(models, revision));
        }
        return places.isEmpty() ? new ModelPlaces(List.of(), unmounted(volumes, cache)) : new ModelPlaces(places, null);
    }

    /** Returns the hub cache as the container sees it. */
    private static String hubFolder(ValidationConfig config) {
        Map<String, String> environment = config.server().env();
        return argument(config, "--cache-dir")
                .or(() -> argument(config, "--download-dir"))
                .or(() -> Optional.ofNullable(environment.get("HF_HUB_CACHE")))
                .or(() -> Optional.ofNullable(environment.get("HUGGINGFACE_HUB_CACHE")))
                .or(() -> Optional.ofNullable(environment.get("HF_HOME")).map(home -> join(home, "hub")))
                .orElse(USUAL_HOME + "/hub");
    }

    private static Optional<String> argument(ValidationConfig config, String flag) {
        List<String> arguments = config.server().args();
        for (int i = 0; i < arguments.size(); i++) {
            if (arguments.get(i).startsWith(flag + "=")) {
                return Optional.of(arguments.get(i).substring(flag.length() + 1));
            }
            if (arguments.get(i).equals(flag) && i + 1 < arguments.size()) {
                return Optional.of(arguments.get(i + 1));
            }
        }
        return Optional.empty();
    }

    /** Returns where on the node a path of the container is: behind the mount that is nearest to it. */
    private static Optional<String> mounted(List<String> volumes, String path) {
        return volumes.stream()
                .map(Mount::of)
                .filter(mount -> mount.holds(path) && mount.source.startsWith("/"))
                .max(Comparator.comparing(mount -> mount.target.length()))
                .map(mount -> mount.onNode(path));
    }

    private static String unmounted(List<String> volumes, String path) {
        return volumes.stream()
                .map(Mount::of)
                .filter(mount -> mount.holds(path))
                .findFirst()
                .map(mount -> "%s is mounted from %s, which is no folder of the node that can be looked at"
                        .formatted(mount.target, mount.source))
                .orElseGet(() ->
                        "no volume is mounted at %s or above, so what the server fetches is lost with its container; add one to container.runtime.args.volumes"
                                .formatted(path));
    }

    private static String join(String folder, String name) {
        return folder.endsWith("/") ? folder + name : folder + "/" + name;
    }

    /** A volume as a config writes it: {@code source:target}, options after another colon. */
    private record Mount(String source, String target) {

        static Mount of(String volume) {
            String[] parts = volume.split(":", 3);
            String target = parts.length < 2 ? parts[0] : parts[1];
            return new Mount(
                    parts[0],
                    target.length() > 1 && target.endsWith("/") ? target.substring(0, target.length() - 1) : target);
        }

        boolean holds(String path) {
            return path.equals(target) || path.startsWith(target.endsWith("/") ? target : target + "/");
        }

        String onNode(String path) {
            String below = path.substring(target.length());
            String folder = source.endsWith("/") ? source.substring(0, source.length() - 1) : source;
            return below.isEmpty() ? folder : below.startsWith("/") ? folder + below : folder + "/" + below;
        }
    }
}
