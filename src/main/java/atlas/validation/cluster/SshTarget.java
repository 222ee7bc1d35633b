package atlas.validation.cluster;

import static java.util.Objects.requireNonNull;

import atlas.validation.config.ClusterFile;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A machine that is reached with the user's own {@code ssh}: its configuration, agent, known hosts and jump hosts
 * apply. Nothing is ever asked of the user: what would need a password or a yes is an error.
 *
 * @param destination {@code host} or {@code user@host}, as {@code ssh} takes it
 * @param port its port, or null for that of the user's configuration
 * @param keyFile a private key, or null for those of the user's configuration and agent
 * @param options options put before all others, such as {@code -F file}
 */
public record SshTarget(
        String destination,
        @Nullable Integer port,
        @Nullable Path keyFile,
        List<String> options) {

    public SshTarget {
        requireNonNull(destination, "destination is null");
        options = List.copyOf(options);
    }

    /**
     * Returns the machine of a {@code docker_host}. The cluster file's {@code username} counts where the URL names no
     * user, its {@code priv_key_file} where there is such a file.
     *
     * @param dockerHost {@code ssh://[user@]host[:port]}
     */
    public static SshTarget of(String dockerHost, ClusterFile cluster) {
        URI url = URI.create(dockerHost);
        String authority = requireNonNull(url.getRawAuthority(), "no host in " + dockerHost);
        int at = authority.lastIndexOf('@');
        String address = authority.substring(at + 1);
        int colon = address.indexOf(':');
        String host = colon < 0 ? address : address.substring(0, colon);
        // A password in the address is none that ssh would take.
        String user = at < 0 ? cluster.username() : authority.substring(0, at).replaceAll(":.*", "");
        return new SshTarget(
                user == null ? host : user + "@" + host,
                colon < 0 ? null : (Integer) Integer.parseInt(address.substring(colon + 1)),
                existing(cluster.privateKeyFile()),
                List.of());
    }

    private static @Nullable Path existing(@Nullable String keyFile) {
        return keyFile != null && Files.exists(Path.of(keyFile)) ? Path.of(keyFile) : null;
    }

    /** Returns the command line of a connection, to which the remote command is appended. */
    List<String> command(List<String> more) {
        List<String> command = new ArrayList<>(List.of("ssh"));
        command.addAll(options);
        command.addAll(List.of(
                "-T",
                "-o",
                "BatchMode=yes",
                "-o",
                "ConnectTimeout=15",
                "-o",
                "ServerAliveInterval=10",
                "-o",
                "ServerAliveCountMax=3",
                // A connection that others share would outlive this one, and its errors go elsewhere.
                "-o",
                "ControlMaster=no",
                "-o",
                "ControlPath=none"));
        if (port != null) {
            command.addAll(List.of("-p", port.toString()));
        }
        if (keyFile != null) {
            command.addAll(List.of("-i", keyFile.toString()));
        }
        command.addAll(more);
        command.addAll(List.of("--", destination));
        return command;
    }

    /** Returns the command with which a user can see for themselves what is wrong. */
    String trial() {
        return typed("true");
    }

    /** Returns what a user types to have a command run there. */
    String typed(String command) {
        return "ssh " + (port == null ? "" : "-p " + port + " ") + destination + " " + command;
    }
}
