package atlas.validation.cluster;

import atlas.validation.config.ClusterFile;
import atlas.validation.config.ClusterNode;
import atlas.validation.record.Warning;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

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
     * Returns where a port of the node is reached from here that is published as {@link #publishedOn()} says; on the
     * host's network the server itself listens there.
     *
     * @param cancelled asked often; true makes the call give up
     * @throws HostException if no way to it can be opened
     * @throws java.util.concurrent.CancellationException if it was cancelled
     */
    InetSocketAddress reach(int port, BooleanSupplier cancelled);

    /**
     * Returns the node's address on which its containers publish their ports: that of loopback, unless it cannot be.
     */
    default String publishedOn() {
        return "127.0.0.1";
    }

    /** Returns the folder of the certificates that the daemon is spoken to with, or null for none. */
    default @Nullable Path certificates() {
        return null;
    }

    /** Returns what a reader of the figures should know about the way to the daemon. */
    default List<Warning> warnings() {
        return List.of();
    }

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
     * @param cancelled asked often; true makes the call give up
     * @throws HostException if it cannot be opened; never falls back to another daemon
     * @throws java.util.concurrent.CancellationException if it was cancelled
     */
    static DockerHost open(ClusterFile cluster, BooleanSupplier cancelled) {
        String asked = cluster.head().dockerHost();
        if (asked.equals(ClusterNode.LOCAL)) {
            return LocalDockerHost.ofThisMachine(System.getenv());
        }
        URI url = URI.create(asked);
        return switch (url.getScheme()) {
            case "unix" -> LocalDockerHost.at(asked, url);
            case "ssh" ->
                SshDockerHost.open(asked.replaceFirst(":[^:@/]*@", "@"), SshTarget.of(asked, cluster), cancelled);
            case "tcp" -> TcpDockerHost.at(asked, url, System.getenv());
            default -> throw new IllegalStateException("a docker_host that no reader lets through: " + url.getScheme());
        };
    }
}
