package atlas.validation.cluster;

import atlas.validation.testing.SshServer;
import java.util.stream.Stream;

/** The ways to a test's own SSH server. */
final class SshWays {

    private SshWays() {}

    static SshTarget target(SshServer server) {
        return new SshTarget(SshServer.HOST, null, null, server.options());
    }

    /** The account's shell says where its daemon is, as DOCKER_HOST does for a user. */
    static DockerHost dockerHost(SshServer server) {
        return SshDockerHost.open("ssh://" + SshServer.HOST, target(server), () -> false);
    }

    /** Returns what of {@code ssh} this process has started and not ended. */
    static Stream<ProcessHandle> tunnels() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().command().orElse("").endsWith("/ssh"));
    }
}
