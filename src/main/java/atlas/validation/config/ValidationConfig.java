package atlas.validation.config;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One config file, its profile chosen and every {@code -D} knob applied.
 *
 * @param name the stem of the file: what the config is called everywhere
 * @param file the file as its user named it
 * @param sha256 SHA-256 of the file, in hexadecimal
 * @param schemaVersion 1, or 2 for a file with profiles
 * @param framework for the reader only
 * @param gpuArch for the reader only
 * @param profile the profile that was chosen, or null for a file without profiles
 * @param enforceThresholds whether a missed limit fails the run
 * @param paths the {@code paths} section, expanded
 * @param model the model
 * @param container where the server runs
 * @param server what the server process is given
 * @param params how the server is run and loaded
 * @param sweep what is measured
 * @param functional what is checked beside it
 * @param runCard what the deck shows of the background
 * @param keysOfOtherProfiles threshold keys and ids of every cell that another profile of the file has
 */
public record ValidationConfig(
        String name,
        String file,
        String sha256,
        int schemaVersion,
        @Nullable String framework,
        @Nullable String gpuArch,
        @Nullable String profile,
        boolean enforceThresholds,
        Map<String, String> paths,
        ModelSettings model,
        ContainerSettings container,
        ServerRole server,
        Params params,
        Sweep sweep,
        Functional functional,
        RunCard runCard,
        Set<String> keysOfOtherProfiles) {

    public ValidationConfig {
        requireNonNull(name, "name is null");
        requireNonNull(file, "file is null");
        requireNonNull(sha256, "sha256 is null");
        paths = Collections.unmodifiableMap(new LinkedHashMap<>(paths));
        requireNonNull(model, "model is null");
        requireNonNull(container, "container is null");
        requireNonNull(server, "server is null");
        requireNonNull(params, "params is null");
        requireNonNull(sweep, "sweep is null");
        requireNonNull(functional, "functional is null");
        requireNonNull(runCard, "runCard is null");
        keysOfOtherProfiles = Set.copyOf(keysOfOtherProfiles);
    }

    /** Tells whether the suite starts the server itself. */
    public boolean launches() {
        return container.lifetime() != Lifetime.NO_LAUNCH;
    }

    /** Returns the config with {@code {run_dir}} expanded wherever a path or a server's command line may have it. */
    public ValidationConfig inRunFolder(Path runFolder) {
        UnaryOperator<String> expanded = text -> text.replace(Placeholders.RUN_DIR, runFolder.toString());
        return new ValidationConfig(
                name,
                file,
                sha256,
                schemaVersion,
                framework,
                gpuArch,
                profile,
                enforceThresholds,
                expanded(paths, expanded),
                model,
                container.withVolumes(expanded),
                new ServerRole(server.args().stream().map(expanded).toList(), expanded(server.env(), expanded)),
                params,
                sweep,
                functional,
                runCard,
                keysOfOtherProfiles);
    }

    private static Map<String, String> expanded(Map<String, String> texts, UnaryOperator<String> expanded) {
        Map<String, String> result = new LinkedHashMap<>(texts);
        result.replaceAll((name, text) -> expanded.apply(text));
        return result;
    }

    /** Tells whether a probe that fails makes the run fail. */
    public boolean enforcesProbes() {
        Boolean asked = functional.enforceProbes();
        return asked != null ? asked : enforceThresholds;
    }
}
