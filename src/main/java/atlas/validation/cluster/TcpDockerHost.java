package atlas.validation.cluster;

import static java.util.Objects.requireNonNull;

import atlas.validation.record.Warning;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A daemon behind a port: of this machine, such as one that a virtual machine offers, or of another. {@code tcp} shows
 * no way to another machine's loopback, so that its containers publish on the address that the daemon has, where others
 * reach them too: that is told.
 *
 * @param asked what the cluster file asks for
 * @param daemon the same as a URL
 * @param address the address of its host
 * @param certificates the folder of {@code ca.pem}, {@code cert.pem} and {@code key.pem}, or null for no TLS
 */
record TcpDockerHost(
        String asked,
        URI daemon,
        InetAddress address,
        @Nullable Path certificates) implements DockerHost {

    private static final List<String> FILES = List.of("ca.pem", "cert.pem", "key.pem");

    TcpDockerHost {
        requireNonNull(asked, "asked is null");
        requireNonNull(daemon, "daemon is null");
        requireNonNull(address, "address is null");
    }

    /**
     * Returns the daemon behind an address; nothing is asked of it.
     *
     * @param environment says whether TLS is spoken, as it does to {@code docker}: {@code DOCKER_TLS_VERIFY} and
     *     {@code DOCKER_CERT_PATH}
     */
    static TcpDockerHost at(String asked, URI url, Map<String, String> environment) {
        try {
            return new TcpDockerHost(
                    asked, url, InetAddress.getByName(url.getHost()), certificates(asked, environment));
        } catch (UnknownHostException unknown) {
            throw new HostException(
                    "docker_host names a host that nobody knows: %s; correct it, or see whether the name is resolved here"
                            .formatted(url.getHost()));
        }
    }

    private static @Nullable Path certificates(String asked, Map<String, String> environment) {
        String folder = Objects.requireNonNullElse(environment.get("DOCKER_CERT_PATH"), "");
        if (folder.isBlank()
                && Objects.requireNonNullElse(environment.get("DOCKER_TLS_VERIFY"), "")
                        .isBlank()) {
            return null;
        }
        Path certificates = folder.isBlank()
                ? Path.of(Objects.requireNonNullElse(environment.get("HOME"), ""), ".docker")
                : Path.of(folder);
        for (String file : FILES) {
            if (!Files.isReadable(certificates.resolve(file))) {
                throw new HostException(
                        "TLS is asked for docker_host %s (DOCKER_TLS_VERIFY, DOCKER_CERT_PATH), and %s cannot be read; put ca.pem, cert.pem and key.pem there"
                                .formatted(asked, certificates.resolve(file)));
            }
        }
        return certificates;
    }

    @Override
    public InetSocketAddress reach(int port, BooleanSupplier cancelled) {
        return new InetSocketAddress(address, port);
    }

    @Override
    public String publishedOn() {
        return address.getHostAddress();
    }

    @Override
    public List<Warning> warnings() {
        List<Warning> warnings = new ArrayList<>();
        if (address.isLoopbackAddress()) {
            return warnings;
        }
        warnings.add(new Warning(
                "server_exposed",
                "docker_host %s shows no way to that machine's loopback: while the run lasts, whoever reaches %s reaches the server; ssh://user@%s exposes nothing"
                        .formatted(asked, publishedOn(), daemon.getHost())));
        if (certificates == null) {
            warnings.add(new Warning(
                    "docker_unprotected",
                    "docker_host %s is spoken to without TLS: whoever reaches it controls that machine; set DOCKER_TLS_VERIFY=1 and DOCKER_CERT_PATH, or write ssh://user@%s"
                            .formatted(asked, daemon.getHost())));
        }
        return warnings;
    }

    @Override
    public void close() {}
}
