package atlas.validation.server;

import static java.util.Objects.requireNonNull;

import atlas.validation.cluster.DockerHost;
import atlas.validation.cluster.HostException;
import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Info;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** The Docker daemon that was asked for, once it has answered. Whoever connected closes it, and its host with it. */
final class DockerDaemon implements AutoCloseable {

    /** Commands that only look or change little. */
    static final Duration SHORT = Duration.ofSeconds(30);

    /** Commands that unpack, mount or hand out devices. */
    static final Duration LONG = Duration.ofMinutes(3);

    private final DockerHost host;
    private final DockerClient client;
    private final String architecture;

    private DockerDaemon(DockerHost host, DockerClient client, String architecture) {
        this.host = host;
        this.client = client;
        this.architecture = architecture;
    }

    /**
     * Connects to a host's daemon; closes the host when that fails.
     *
     * @throws ServerException if it does not answer, or another one does
     */
    static DockerDaemon connect(DockerHost host, BooleanSupplier cancelled) {
        boolean connected = false;
        try {
            String asked = host.asked();
            DockerDaemon daemon = call("the Docker daemon at " + asked, asked, cancelled, () -> {
                DockerClient client = new AskedDaemon(host.daemon(), host.certificates()).getDockerClient();
                try {
                    Info info = client.infoCmd().exec();
                    host.confirm(String.valueOf(info.getId()), String.valueOf(info.getName()));
                    return new DockerDaemon(
                            host,
                            client,
                            Architecture.ofDocker(Objects.requireNonNullElse(info.getArchitecture(), "")));
                } catch (RuntimeException refused) {
                    client.close();
                    throw refused;
                }
            });
            connected = true;
            return daemon;
        } finally {
            if (!connected) {
                host.close();
            }
        }
    }

    private static DockerDaemon call(
            String doing, String asked, BooleanSupplier cancelled, Callable<DockerDaemon> work) {
        try {
            return Patience.call(doing, SHORT, cancelled, work);
        } catch (ServerException | CancellationException known) {
            throw known;
        } catch (HostException other) {
            throw new ServerException(other.sentence());
        } catch (RuntimeException refused) {
            throw DockerTrouble.exception("Docker cannot be used", asked, refused);
        }
    }

    DockerClient client() {
        return client;
    }

    DockerHost host() {
        return host;
    }

    /** Returns the processor of its machine, in Docker's words for images: {@code amd64}, {@code arm64}. */
    String architecture() {
        return architecture;
    }

    /**
     * Asks the daemon for something, with a limit.
     *
     * @param what what cannot be done when it refuses: {@code the container cannot be started}
     * @throws ServerException if it refuses or does not answer
     */
    <T> T ask(String what, Duration limit, BooleanSupplier cancelled, Callable<T> work) {
        requireNonNull(work, "work is null");
        try {
            return Patience.call("the Docker daemon at " + host.asked(), limit, cancelled, work);
        } catch (ServerException | CancellationException known) {
            throw known;
        } catch (RuntimeException refused) {
            throw DockerTrouble.exception(what, host.asked(), refused);
        }
    }

    @Override
    public void close() {
        try {
            client.close();
        } catch (IOException unheeded) {
            // Nothing more is wanted of it.
        }
        host.close();
    }
}
