package atlas.validation.config;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * One node of a cluster.
 *
 * @param address its address, the key in {@code node_dict}
 * @param vpcIp its address inside the cluster, or null
 * @param bmcIp address of its management controller, or null
 * @param dockerHost where its Docker daemon listens: {@code local} or a {@code unix}, {@code tcp} or {@code ssh} URL
 */
public record ClusterNode(
        String address, @Nullable String vpcIp, @Nullable String bmcIp, String dockerHost) {

    /** A {@code docker_host} that is the daemon of the machine that the suite runs on. */
    public static final String LOCAL = "local";

    public ClusterNode {
        requireNonNull(address, "address is null");
        requireNonNull(dockerHost, "dockerHost is null");
    }
}
