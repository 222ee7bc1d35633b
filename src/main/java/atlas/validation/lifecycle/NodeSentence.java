package atlas.validation.lifecycle;

import atlas.validation.cluster.TopologyFinding;
import atlas.validation.record.NodeGpu;
import atlas.validation.record.NodeRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Says what a machine is in one sentence. */
final class NodeSentence {

    private static final double MEBIBYTES = 1024;

    private NodeSentence() {}

    /**
     * @param serving those of its GPUs that the server gets
     * @param findings what is odd about it; told first, since it is what a reader must not miss
     */
    static String of(NodeRecord node, List<NodeGpu> serving, List<TopologyFinding> findings) {
        List<String> facts = new ArrayList<>();
        facts.add(gpus(node, serving));
        if (node.cpuModel() != null || node.cpus() != null) {
            facts.add("%s CPUs (%s)"
                    .formatted(
                            Objects.requireNonNullElse(node.cpus(), "?"),
                            Objects.requireNonNullElse(node.cpuModel(), "unknown")));
        }
        if (node.memoryMb() != null) {
            facts.add("%s memory".formatted(gibibytes(node.memoryMb())));
        }
        if (node.freeDiskMb() != null) {
            facts.add("%s free for models".formatted(gibibytes(node.freeDiskMb())));
        }
        String said = "%s: %s".formatted(node.address(), String.join(", ", facts));
        List<String> odd = findings.stream().map(TopologyFinding::sentence).toList();
        return odd.isEmpty() ? said : String.join("; ", odd) + "; " + said;
    }

    private static String gpus(NodeRecord node, List<NodeGpu> serving) {
        if (node.gpuTrouble() != null) {
            return "no GPU known (" + node.gpuTrouble() + ")";
        }
        Map<String, Integer> kinds = new LinkedHashMap<>();
        serving.forEach(gpu -> kinds.merge(kind(gpu), 1, Integer::sum));
        String counted = String.join(
                ", ",
                kinds.entrySet().stream()
                        .map(kind -> kind.getValue() + " x " + kind.getKey())
                        .toList());
        int others = node.gpus().size() - serving.size();
        return (counted.isEmpty() ? "no GPU for the server" : counted)
                + (others > 0 ? " (and %d more)".formatted(others) : "");
    }

    private static String kind(NodeGpu gpu) {
        List<String> facts = new ArrayList<>();
        if (gpu.memoryMb() != null) {
            facts.add(gibibytes(gpu.memoryMb()));
        }
        if (gpu.computeCapability() != null) {
            facts.add("compute capability " + gpu.computeCapability());
        }
        if (gpu.driverVersion() != null) {
            facts.add("driver " + gpu.driverVersion());
        }
        return facts.isEmpty() ? gpu.name() : "%s (%s)".formatted(gpu.name(), String.join(", ", facts));
    }

    private static String gibibytes(long mebibytes) {
        return String.format(Locale.ROOT, "%.0f GiB", mebibytes / MEBIBYTES);
    }
}
