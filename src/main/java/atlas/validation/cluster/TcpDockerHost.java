package atlas.validation.cluster;

import static java.util.Objects.requireNonNull;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;

/**
 * A daemon behind a port of this machine's loopback, such as one that the user has forwarded or that a virtual machine
 * offers. One behind another machine's port is refused: its containers publish on that machine's loopback, to which
 * {@code tcp} shows no way, and an open Docker port is an open machine.
 *
 * @param asked what the cluster file asks for
 * @param daemon the same as a URL
 */
record TcpDockerHost(String asked, URI daemon) implements DockerHost {

    TcpDockerHost {
        requireNonNull(asked, "asked is null");
        requireNonNull(daemon, "daemon is null");
    }

    static TcpDockerHost at(String asked, URI url) {
        if (!isLoopback(url.getHost())) {
            throw new HostException(
                    "docker_host %s leads to another machine, whose containers cannot be reached by tcp without exposing them; write ssh://user@%s"
                            .formatted(asked, url.getHost()));
        }
        return new TcpDockerHost(asked, url);
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            throw new HostException("docker_host names a host that nobody knows: " + host);
        }
    }

    @Override
    public InetSocketAddress reach(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    @Override
    public void close() {}
}
