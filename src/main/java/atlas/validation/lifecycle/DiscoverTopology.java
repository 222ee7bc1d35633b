package atlas.validation.lifecycle;

import atlas.validation.cluster.HostException;
import atlas.validation.cluster.NodeDiscovery;
import atlas.validation.cluster.NodeShell;
import atlas.validation.cluster.TopologyCheck;
import atlas.validation.cluster.TopologyFinding;
import atlas.validation.config.ClusterFile;
import atlas.validation.config.ServerRuntime;
import atlas.validation.config.ValidationConfig;
import atlas.validation.gate.RowVerdict;
import atlas.validation.model.ModelPlaces;
import atlas.validation.record.NodeGpu;
import atlas.validation.record.NodeRecord;
import atlas.validation.record.Status;
import atlas.validation.record.Warning;
import atlas.validation.server.RunningServer;
import java.util.List;
import java.util.Optional;

/**
 * Finds out what the node that serves is, and holds it against the config. Runs before the launch where the node has a
 * shell, so that what can be known is said before minutes go by; else in the container.
 */
public record DiscoverTopology() implements Stage {

    @Override
    public String name() {
        return "discover_topology";
    }

    @Override
    public Optional<String> skipReason(TargetRun target) {
        ValidationConfig config = target.plan().config();
        if (!config.launches()) {
            return Optional.of("nothing is assumed about the GPU of a server that runs already");
        }
        return config.container().runtime() == ServerRuntime.EMBEDDED
                ? Optional.of("the simulator uses no GPU")
                : Optional.empty();
    }

    @Override
    public RowVerdict run(TargetRun target) {
        ClusterFile cluster = target.plan().cluster();
        Optional<NodeShell> host = NodeShell.ofHead(cluster);
        Optional<NodeShell> container = Optional.ofNullable(target.server()).flatMap(RunningServer::shell);
        if (host.isEmpty() && container.isEmpty()) {
            return Verdicts.of(
                    Status.SKIPPED,
                    "the machine behind %s cannot be looked at: it has no shell, and neither has the container"
                            .formatted(cluster.head().dockerHost()));
        }
        NodeShell shell = host.or(() -> container).orElseThrow();
        try {
            NodeRecord node = host.isPresent()
                    ? discover(target, shell)
                    : discover(target, shell).withoutUse();
            boolean gpusMissing = node.gpuTrouble() != null && asksForGpus(target);
            if (gpusMissing && target.server() == null) {
                target.stages().lookAgain(this);
            }
            return judge(
                    target,
                    gpusMissing
                            ? container
                                    .map(inside -> withGpus(target, node, inside))
                                    .orElse(node)
                            : node);
        } catch (HostException trouble) {
            if (shell.isHere()) {
                target.warn(new Warning("node_unknown", trouble.sentence()));
                return Verdicts.of(Status.SKIPPED, trouble.sentence());
            }
            return Verdicts.error(trouble.sentence());
        }
    }

    private static boolean asksForGpus(TargetRun target) {
        return !target.plan().config().container().arguments().gpus().equals("none");
    }

    /** Looks into the container, where a runtime puts the tool that the machine itself may not have on its path. */
    private static NodeRecord withGpus(TargetRun target, NodeRecord node, NodeShell inside) {
        try {
            return node.withGpusOf(discover(target, inside).withoutUse());
        } catch (HostException noShell) {
            return node;
        }
    }

    private static NodeRecord discover(TargetRun target, NodeShell shell) {
        return NodeDiscovery.discover(
                shell,
                target.plan().cluster().headAddress(),
                ModelPlaces.of(target.plan().config()).folder(),
                target.cancellation()::isCancelled);
    }

    private static RowVerdict judge(TargetRun target, NodeRecord node) {
        ValidationConfig config = target.plan().config();
        List<NodeGpu> serving = TopologyCheck.serving(node, config);
        target.notes().found(node, serving.stream().map(NodeGpu::brief).toList());
        List<TopologyFinding> findings = TopologyCheck.of(node, config);
        Optional<TopologyFinding> worst = findings.stream()
                .filter(finding -> spoils(finding, target.plan().enforced()))
                .findFirst();
        findings.stream()
                .filter(finding -> worst.filter(finding::equals).isEmpty())
                .filter(finding -> node.gpuTrouble() == null || target.server() != null)
                .forEach(finding -> target.warn(new Warning(finding.code(), finding.sentence())));
        return worst.map(finding -> Verdicts.error(finding.sentence()))
                .orElseGet(() -> Verdicts.pass(NodeSentence.of(node, serving, findings)));
    }

    private static boolean spoils(TopologyFinding finding, boolean enforced) {
        return switch (finding.weight()) {
            case ERROR -> true;
            case ERROR_WHEN_ENFORCED -> enforced;
            case WARNING -> false;
        };
    }
}
