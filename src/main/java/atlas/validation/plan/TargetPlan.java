package atlas.validation.plan;

import static java.util.Objects.requireNonNull;

import atlas.validation.config.ClusterFile;
import atlas.validation.config.ThresholdEntry;
import atlas.validation.config.ThresholdFile;
import atlas.validation.config.ValidationConfig;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One server that will be validated.
 *
 * @param config what it is and what it is asked to do
 * @param thresholds the threshold file, or null when there is none
 * @param cluster the nodes
 * @param cells the sweep, in the order of the config
 * @param limits what is measured once per server is held against
 * @param percentiles percentiles to compute: those of the config and those that a limit names
 * @param files the files that were read, to be kept with the run
 */
public record TargetPlan(
        ValidationConfig config,
        @Nullable ThresholdFile thresholds,
        ClusterFile cluster,
        List<PlannedCell> cells,
        List<ThresholdEntry> limits,
        List<Double> percentiles,
        List<Path> files) {

    public TargetPlan {
        requireNonNull(config, "config is null");
        requireNonNull(cluster, "cluster is null");
        cells = List.copyOf(cells);
        limits = List.copyOf(limits);
        percentiles = List.copyOf(percentiles);
        files = List.copyOf(files);
    }

    /** Returns the target's name: the stem of its config file. */
    public String name() {
        return config.name();
    }

    /** Tells whether a limit that is missed makes the run fail. */
    public boolean enforced() {
        return config.enforceThresholds();
    }
}
