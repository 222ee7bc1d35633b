package atlas.validation.server;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;
import org.testcontainers.dockerclient.TransportConfig;
import org.testcontainers.shaded.com.github.dockerjava.core.LocalDirectorySSLConfig;

/**
 * Makes Testcontainers speak to the daemon that was asked for and to no other. Asked through its factory,
 * Testcontainers has one client for the whole process, takes the next best daemon when the wanted one is not there, and
 * first starts a container of its own that guards against leaks; a strategy alone does none of that.
 */
final class AskedDaemon extends DockerClientProviderStrategy {

    private final URI daemon;
    private final @Nullable Path certificates;

    AskedDaemon(URI daemon, @Nullable Path certificates) {
        this.daemon = daemon;
        this.certificates = certificates;
    }

    @Override
    public String getDescription() {
        return "the daemon at " + daemon;
    }

    @Override
    public TransportConfig getTransportConfig() {
        return TransportConfig.builder()
                .dockerHost(daemon)
                .sslConfig(certificates == null ? null : new LocalDirectorySSLConfig(certificates.toString()))
                .build();
    }

    /** Nothing of it may be found in the user's own Testcontainers settings later. */
    @Override
    protected boolean isPersistable() {
        return false;
    }

    @Override
    public boolean allowUserOverrides() {
        return false;
    }
}
