package atlas.validation.config;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the servers run.
 *
 * @param file the file as its user named it, or null for the machine that the suite runs on
 * @param orchestrator {@code container} or {@code baremetal}
 * @param username the user on the nodes, or null for the local one
 * @param privateKeyFile SSH key on this machine, or null
 * @param headAddress address of the node that serves the API; one of the nodes
 * @param nodes every node, in file order; at least one
 * @param env variables that each node is given
 */
public record ClusterFile(
        @Nullable String file,
        String orchestrator,
        @Nullable String username,
        @Nullable String privateKeyFile,
        String headAddress,
        List<ClusterNode> nodes,
        Map<String, String> env) {

    public ClusterFile {
        requireNonNull(orchestrator, "orchestrator is null");
        requireNonNull(headAddress, "headAddress is null");
        nodes = List.copyOf(nodes);
        env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
    }

    /** Returns the node that serves the API. */
    public ClusterNode head() {
        return nodes.stream()
                .filter(node -> node.address().equals(headAddress))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no node has the head's address " + headAddress));
    }

    /** Returns the cluster that is meant when no file names one: this machine. */
    public static ClusterFile thisMachine() {
        ClusterNode node = new ClusterNode("127.0.0.1", "127.0.0.1", null, ClusterNode.LOCAL);
        return new ClusterFile(null, "container", null, null, node.address(), List.of(node), Map.of());
    }
}
