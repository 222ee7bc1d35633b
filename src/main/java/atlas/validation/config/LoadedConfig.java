package atlas.validation.config;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One config with the files that belong to it.
 *
 * @param config the config
 * @param thresholds its threshold file, or null when it has none
 * @param cluster its cluster file, or this machine
 * @param files every file that was read for it, absolute: what a run keeps as its inputs
 * @param whole false when a problem was found in one of the files. Defaults then stand where values could not be read,
 *     and cells or limits may be missing: a check that compares one thing with another would only find what follows
 *     from the first problem
 */
public record LoadedConfig(
        ValidationConfig config,
        @Nullable ThresholdFile thresholds,
        ClusterFile cluster,
        List<Path> files,
        boolean whole) {

    public LoadedConfig {
        requireNonNull(config, "config is null");
        requireNonNull(cluster, "cluster is null");
        files = List.copyOf(files);
    }
}
