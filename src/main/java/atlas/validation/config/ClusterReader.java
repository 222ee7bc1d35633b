package atlas.validation.config;

import atlas.validation.config.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a cluster file. */
final class ClusterReader {

    private static final List<String> ORCHESTRATORS = List.of("container", "baremetal");
    private static final Pattern DOCKER_HOST =
            Pattern.compile("local|unix:///.+|tcp://[^/]+:\\d+|ssh://([^@/]+@)?[^@/:]+(:\\d+)?");

    private final ObjectReader cluster;

    ClusterReader(JsonObject root, Findings findings) {
        this.cluster = ObjectReader.root(root, Reading.ofCluster(findings));
    }

    /** Reads the cluster; where no node can be read, this machine stands in. */
    ClusterFile read() {
        ClusterFile fallback = ClusterFile.thisMachine();
        String orchestrator = orchestrator();
        String username = cluster.optionalString("username");
        String key = cluster.optionalString("priv_key_file");
        List<ClusterNode> nodes = nodes();
        String head = head(nodes);
        Map<String, String> env = cluster.textsByName("env_vars");
        cluster.finish();
        return new ClusterFile(
                cluster.findings().file(),
                orchestrator,
                username,
                key,
                nodes.isEmpty() ? fallback.headAddress() : head,
                nodes.isEmpty() ? fallback.nodes() : nodes,
                env);
    }

    private String orchestrator() {
        String written = cluster.optionalString("orchestrator");
        if (written != null && !ORCHESTRATORS.contains(written)) {
            cluster.problem(
                    "orchestrator",
                    "orchestrator " + cluster.at("orchestrator").shown() + " is unknown",
                    Suggestion.choose(written, ORCHESTRATORS));
        }
        return written == null ? ORCHESTRATORS.getFirst() : written;
    }

    private List<ClusterNode> nodes() {
        ObjectReader section = cluster.object("node_dict");
        if (section.json().members().isEmpty()) {
            cluster.problem(
                    "node_dict", "node_dict names no node", "write {\"127.0.0.1\": {\"vpc_ip\": \"127.0.0.1\"}}");
        } else if (section.json().members().size() > 1) {
            NotYetSupported.secondNode(section);
        }
        List<ClusterNode> nodes = new ArrayList<>();
        section.objectsByName().forEach((address, node) -> {
            nodes.add(new ClusterNode(address, address(node, "vpc_ip"), address(node, "bmc_ip"), dockerHost(node)));
            node.finish();
        });
        return nodes;
    }

    /** Reads an address, which CVS writes as {@code NA} where there is none. */
    private static @Nullable String address(ObjectReader node, String key) {
        String address = node.stringOrEmpty(key);
        return "NA".equals(address) ? null : address;
    }

    private static String dockerHost(ObjectReader node) {
        String host = node.optionalString("docker_host");
        if (host == null || host.equals(ClusterNode.LOCAL)) {
            return ClusterNode.LOCAL;
        }
        if (!DOCKER_HOST.matcher(host).matches()) {
            node.problem(
                    "docker_host",
                    node.name("docker_host") + " " + node.at("docker_host").shown()
                            + " is no address of a Docker daemon",
                    "write local, unix:///path, tcp://host:port or ssh://user@host");
        }
        return host;
    }

    private String head(List<ClusterNode> nodes) {
        ObjectReader section = cluster.object("head_node_dict");
        String head = section.optionalString("mgmt_ip");
        section.finish();
        List<String> addresses = nodes.stream().map(ClusterNode::address).toList();
        if (head == null) {
            if (nodes.size() > 1) {
                cluster.missing("head_node_dict", "write {\"mgmt_ip\": …} with one of the nodes");
            }
            return addresses.isEmpty() ? "" : addresses.getFirst();
        }
        if (!addresses.contains(head) && !addresses.isEmpty()) {
            section.problem(
                    "mgmt_ip",
                    section.name("mgmt_ip") + " " + section.at("mgmt_ip").shown() + " is no key of node_dict",
                    Suggestion.choose(head, addresses));
        }
        return head;
    }
}
