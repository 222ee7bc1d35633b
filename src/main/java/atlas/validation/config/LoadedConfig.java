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
 * @param cellsKnown false when a problem in the config may hide cells or change their keys: looking for the cell of a
 *     limit, or for the limits of a cell, would only find what follows from that problem
 * @param redirected whether a knob names a running server in place of the one that the config describes
 */
public record LoadedConfig(
        ValidationConfig config,
        @Nullable ThresholdFile thresholds,
        ClusterFile cluster,
        List<Path> files,
        boolean cellsKnown,
        boolean redirected) {

    public LoadedConfig {
        requireNonNull(config, "config is null");
        requireNonNull(cluster, "cluster is null");
        files = List.copyOf(files);
    }
}
