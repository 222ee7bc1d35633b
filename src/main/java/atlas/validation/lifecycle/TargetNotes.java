package atlas.validation.lifecycle;

import atlas.validation.record.ColdStart;
import atlas.validation.record.Gpu;
import atlas.validation.record.NodeRecord;
import atlas.validation.record.ProbeRecord;
import atlas.validation.record.TierRecord;
import atlas.validation.record.Warning;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * What the stages have noted of a target so far, for its record. Used by the running thread; warnings and the image's
 * digest may come from another.
 */
final class TargetNotes {

    private final List<Warning> warnings = new CopyOnWriteArrayList<>();
    private final List<NodeRecord> nodes = new ArrayList<>();
    private final List<Gpu> gpus = new ArrayList<>();
    private final List<ProbeRecord> probes = new ArrayList<>();
    private final List<TierRecord> targetTiers = new ArrayList<>();
    private volatile @Nullable String imageDigest;
    private @Nullable Double roundTripMs;
    private @Nullable ColdStart coldStart;

    /** Adds a warning, from any thread; the same one twice is told once. */
    void warn(Warning warning) {
        if (!warnings.contains(warning)) {
            warnings.add(warning);
        }
    }

    List<Warning> warnings() {
        return warnings;
    }

    /**
     * Keeps what was found out about a machine.
     *
     * @param serving those of its GPUs that the server gets
     */
    void found(NodeRecord node, List<Gpu> serving) {
        nodes.clear();
        nodes.add(node);
        gpus.clear();
        gpus.addAll(serving);
    }

    List<NodeRecord> nodes() {
        return nodes;
    }

    List<Gpu> gpus() {
        return gpus;
    }

    void imageDigest(String digest) {
        imageDigest = digest;
    }

    /** Returns the digest of the image that the server's container is made from, or null. */
    @Nullable
    String imageDigest() {
        return imageDigest;
    }

    void roundTripMs(@Nullable Double measured) {
        roundTripMs = measured;
    }

    @Nullable
    Double roundTripMs() {
        return roundTripMs;
    }

    void coldStart(ColdStart measured, List<TierRecord> judged) {
        coldStart = measured;
        targetTiers.clear();
        targetTiers.addAll(judged);
    }

    @Nullable
    ColdStart coldStart() {
        return coldStart;
    }

    /** Returns what was judged once for the server so far. */
    List<TierRecord> targetTiers() {
        return List.copyOf(targetTiers);
    }

    void probed(ProbeRecord probe) {
        probes.add(probe);
    }

    /** Returns what the probes have found so far. */
    List<ProbeRecord> probes() {
        return List.copyOf(probes);
    }
}
