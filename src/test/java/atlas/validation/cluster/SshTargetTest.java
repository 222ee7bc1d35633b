package atlas.validation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.config.ClusterFile;
import atlas.validation.config.ClusterNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SshTargetTest {

    private static ClusterFile cluster(String dockerHost, @Nullable String user, @Nullable String key) {
        ClusterNode node = new ClusterNode("gpu", null, null, dockerHost);
        return new ClusterFile("c.json", "container", user, key, "gpu", List.of(node), Map.of());
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "ssh://gpu, -, gpu, -",
                "ssh://gpu, ada, ada@gpu, -",
                "ssh://bob@gpu, ada, bob@gpu, -",
                "ssh://bob:secret@gpu:2222, ada, bob@gpu, 2222"
            })
    void theAddressOfACluster(String dockerHost, @Nullable String user, String destination, @Nullable Integer port) {
        SshTarget target = SshTarget.of(dockerHost, cluster(dockerHost, user, null));

        assertThat(target.destination()).isEqualTo(destination);
        assertThat(target.port()).isEqualTo(port);
    }

    @Test
    void theClustersKeyIsUsedWhereThereIsOne(@TempDir Path folder) throws IOException {
        Path key = Files.createFile(folder.resolve("id"));

        assertThat(SshTarget.of("ssh://gpu", cluster("ssh://gpu", null, key.toString()))
                        .keyFile())
                .isEqualTo(key);
        assertThat(SshTarget.of("ssh://gpu", cluster("ssh://gpu", null, folder + "/none"))
                        .keyFile())
                .isNull();
    }

    @Test
    void whereAClustersShellIs() {
        assertThat(NodeShell.ofHead(cluster("local", null, null))).contains(new LocalShell());
        assertThat(NodeShell.ofHead(cluster("unix:///run/docker.sock", null, null)))
                .contains(new LocalShell());
        assertThat(NodeShell.ofHead(cluster("tcp://127.0.0.1:2375", null, null)))
                .contains(new LocalShell());
        assertThat(NodeShell.ofHead(cluster("tcp://10.0.0.7:2375", null, null))).isEmpty();
        assertThat(NodeShell.ofHead(cluster("ssh://ada@gpu", null, null)))
                .contains(new SshShell(new SshTarget("ada@gpu", null, null, List.of())));
    }

    /** What {@code ssh} prints, in its own words. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ssh: Could not resolve hostname gpu: Name or service not known|no such host is known",
                "Host key verification failed.|its host key is not known on this machine",
                "ada@gpu: Permission denied (publickey,password).|it accepts none of the keys",
                "ssh: connect to host gpu port 22: Connection refused|nothing listens on its SSH port",
                "ssh: connect to host gpu port 22: Connection timed out|it does not answer",
                "ssh: connect to host gpu port 22: No route to host|it does not answer",
                "bind [127.0.0.1]:8888: Address already in use|a local port of the tunnel is taken",
                "channel 2: open failed: administratively prohibited: open failed|its sshd forbids forwarding",
                "channel 2: open failed: connect failed: open failed|what the tunnel leads to does not answer there",
                "kex_exchange_identification: Connection closed by remote host|the connection was cut",
                "/home/ada/.ssh/config: line 3: Bad configuration option: hots|ssh rejects its configuration"
            })
    void whatSshSawInOneSentence(String printed, String seen) {
        assertThat(SshTrouble.sentence(new SshTarget("ada@gpu", 2222, null, List.of()), "debug: x\n" + printed + "\n"))
                .startsWith("ada@gpu cannot be reached over ssh: " + seen + " (\"" + printed + "\"); ")
                .endsWith("then try: ssh -p 2222 ada@gpu true");
    }

    @Test
    void wordsThatNobodyKnowsAreQuoted() {
        SshTarget target = new SshTarget("gpu", null, null, List.of());

        assertThat(SshTrouble.sentence(target, "first\n@@ something else @@\n\n"))
                .isEqualTo("gpu cannot be reached over ssh: \"something else\"; try: ssh gpu true");
        assertThat(SshTrouble.sentence(target, "")).contains("ssh says nothing");
    }

    @Test
    void whatTheClusterFileSaysBecomesTheCommandLine() {
        SshTarget target = new SshTarget("ada@gpu", 2222, Path.of("/keys/id"), List.of());

        assertThat(String.join(" ", target.command(List.of("-N"))))
                .startsWith("ssh -T -o BatchMode=yes")
                .contains("-p 2222 -i /keys/id -N")
                // A host that begins with a dash is no option.
                .endsWith(" -- ada@gpu");
    }
}
