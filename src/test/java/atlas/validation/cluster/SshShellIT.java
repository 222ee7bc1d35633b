package atlas.validation.cluster;

import static atlas.validation.cluster.SshWays.target;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import atlas.validation.record.NodeRecord;
import atlas.validation.testing.SshServer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shell of another machine, by the user's own {@code ssh} against a real {@code sshd} on loopback. */
class SshShellIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    @Test
    void aScriptRunsThereWithAllItsQuotesAndItsExitCode() {
        try (SshServer server = SshServer.start(folder)) {
            ShellOutput output = new SshShell(target(server))
                    .run("echo \"it's $((6 * 7)) 'quoted'\"; echo odd >&2; exit 5", LIMIT, () -> false);

            assertThat(output.out()).isEqualTo("it's 42 'quoted'\n");
            assertThat(output.err()).isEqualTo("odd\n");
            assertThat(output.exitCode()).isEqualTo(5);
        }
    }

    @Test
    void aMachineIsDiscoveredOverSsh() {
        try (SshServer server = SshServer.start(folder)) {
            NodeRecord node = NodeDiscovery.discover(new SshShell(target(server)), "10.0.0.7", "/", () -> false);

            assertThat(node.seenFrom()).isEqualTo("gpu-node (ssh)");
            assertThat(node.cpus()).isPositive();
            assertThat(node.freeDiskMb()).isNotNull();
        }
    }

    @Test
    void aHostThatNobodyKnows() {
        try (SshServer server = SshServer.start(folder)) {
            SshTarget unknown = new SshTarget("ada@no-such-host.invalid", null, null, server.options());

            assertThatThrownBy(() -> new SshShell(unknown).run("true", LIMIT, () -> false))
                    .isInstanceOf(HostException.class)
                    .hasMessageStartingWith(
                            "ada@no-such-host.invalid cannot be reached over ssh: no such host is known")
                    .hasMessageEndingWith("then try: ssh ada@no-such-host.invalid true");
        }
    }

    @Test
    void aHostKeyThatIsNotKnownAndOneThatHasChanged() {
        try (SshServer server = SshServer.start(folder)) {
            server.forgetHostKey();
            assertThatThrownBy(() -> new SshShell(target(server)).run("true", LIMIT, () -> false))
                    .hasMessageContaining("its host key is not known on this machine");

            server.expectAnotherHostKey();
            assertThatThrownBy(() -> new SshShell(target(server)).run("true", LIMIT, () -> false))
                    .hasMessageContaining("it shows another host key than the one in known_hosts")
                    .hasMessageContaining("(\"WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!\")");
        }
    }

    @Test
    void aKeyThatIsNotAcceptedNeverAsks() {
        try (SshServer server = SshServer.start(folder)) {
            server.revokeKeys();

            assertThatThrownBy(() -> new SshShell(target(server)).run("true", LIMIT, () -> false))
                    .isInstanceOf(HostException.class)
                    .hasMessageContaining("it accepts none of the keys")
                    .hasMessageContaining("ssh-add");
        }
    }
}
