package atlas.validation.cluster;

import atlas.validation.config.ClusterFile;
import atlas.validation.config.ClusterNode;
import java.net.InetSocketAddress;
import java.net.URI;

/**
 * The Docker daemon of one node, and the way to what its containers publish. Whoever opened it closes it; what was
 * forwarded ends with it. Safe for use by several threads.
 */
public interface DockerHost extends AutoCloseable {

    /** Returns what the cluster file asks for, without passwords: what messages call the daemon. */
    String asked();

    /** Returns where the daemon is reached from here: a {@code unix} or {@code tcp} URL. */
    URI daemon();

    /**
     * Returns where a port of the node's loopback is reached from here. A container publishes its port there, and
     * nowhere else; on the host's network the server itself listens there.
     *
     * @throws HostException if no way to it can be opened
     */
    InetSocketAddress reach(int port);

    /**
     * Is told which daemon has answered, before anything is asked of it.
     *
     * @param id the daemon's own id
     * @param name the name of its machine
     * @throws HostException if it is another daemon than the one that was asked for
     */
    default void confirm(String id, String name) {}

    /** Ends what was forwarded. Does nothing a second time. */
    @Override
    void close();

    /**
     * Opens the way to the daemon of a cluster's head node.
     *
     * @throws HostException if it cannot be opened; never falls back to another daemon
     */
    static DockerHost open(ClusterFile cluster) {
        String asked = cluster.head().dockerHost();
        if (asked.equals(ClusterNode.LOCAL)) {
            return LocalDockerHost.ofThisMachine(System.getenv());
        }
        URI url = URI.create(asked);
        return switch (url.getScheme()) {
            case "unix" -> LocalDockerHost.at(asked, url);
            case "ssh" -> SshDockerHost.open(asked.replaceFirst(":[^:@/]*@", "@"), SshTarget.of(asked, cluster));
            case "tcp" -> TcpDockerHost.at(asked, url);
            default -> throw new IllegalStateException("a docker_host that no reader lets through: " + url.getScheme());
        };
    }
}
