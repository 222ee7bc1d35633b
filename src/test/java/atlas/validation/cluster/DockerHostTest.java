package atlas.validation.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import atlas.validation.config.ClusterFile;
import atlas.validation.config.ClusterNode;
import atlas.validation.record.Warning;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DockerHostTest {

    @TempDir
    private Path folder;

    @Test
    void aSocketThatTheClusterFileNamesIsTakenAndNoOther() throws IOException {
        Path socket = Files.createFile(folder.resolve("d.sock"));

        try (DockerHost host = DockerHost.open(cluster("unix://" + socket), () -> false)) {
            assertThat(host.daemon()).hasToString("unix://" + socket);
            assertThat(host.asked()).isEqualTo("unix://" + socket);
            assertThat(host.reach(8888, () -> false).getAddress().isLoopbackAddress())
                    .isTrue();
            assertThat(host.reach(8888, () -> false).getPort()).isEqualTo(8888);
        }
    }

    @Test
    void aSocketThatIsNotThereIsToldAndNotReplacedByAnother() {
        assertThatThrownBy(() -> DockerHost.open(cluster("unix://" + folder + "/gone.sock"), () -> false))
                .isInstanceOf(HostException.class)
                .hasMessageContaining("no Docker daemon listens at unix://" + folder + "/gone.sock");
    }

    @Test
    void dockerHostIsHeardWhereItIsASocketOfThisMachine() throws IOException {
        Path socket = Files.createFile(folder.resolve("rootless.sock"));

        assertThat(LocalDockerHost.ofThisMachine(Map.of("DOCKER_HOST", "unix://" + socket))
                        .daemon())
                .hasToString("unix://" + socket);
    }

    @Test
    void dockerHostOfAnotherMachineIsNotSilentlyLeftAside() {
        assertThatThrownBy(() -> LocalDockerHost.ofThisMachine(Map.of("DOCKER_HOST", "ssh://ada@gpu")))
                .isInstanceOf(HostException.class)
                .hasMessageContaining("DOCKER_HOST is a ssh address")
                .hasMessageNotContaining("ada");
    }

    @Test
    void aPortOfThisMachineExposesNothing() {
        try (DockerHost host = tcp("tcp://127.0.0.1:2375", Map.of())) {
            assertThat(host.publishedOn()).isEqualTo("127.0.0.1");
            assertThat(host.certificates()).isNull();
            assertThat(host.warnings()).isEmpty();
        }
    }

    @Test
    void aPortOfAnotherMachineIsTakenAndWhatItExposesIsTold() {
        try (DockerHost host = tcp("tcp://192.0.2.1:2375", Map.of())) {
            assertThat(host.daemon()).hasToString("tcp://192.0.2.1:2375");
            assertThat(host.publishedOn()).as("and on no other address").isEqualTo("192.0.2.1");
            assertThat(host.reach(40000, () -> false)).hasToString("/192.0.2.1:40000");
            assertThat(host.warnings())
                    .extracting(Warning::code)
                    .containsExactly("server_exposed", "docker_unprotected");
            assertThat(host.warnings())
                    .allSatisfy(warning -> assertThat(warning.message()).contains("ssh://user@192.0.2.1"));
        }
    }

    @Test
    void certificatesAreThoseThatDockerItselfWouldTake() throws IOException {
        for (String file : List.of("ca.pem", "cert.pem", "key.pem")) {
            assertThatThrownBy(() -> tcp("tcp://192.0.2.1:2376", Map.of("DOCKER_CERT_PATH", folder.toString())))
                    .isInstanceOf(HostException.class)
                    .hasMessageContaining("TLS is asked for docker_host tcp://192.0.2.1:2376")
                    .hasMessageContaining(folder.resolve(file) + " cannot be read");
            Files.createFile(folder.resolve(file));
        }
        try (DockerHost host = tcp("tcp://192.0.2.1:2376", Map.of("DOCKER_CERT_PATH", folder.toString()))) {
            assertThat(host.certificates()).isEqualTo(folder);
            assertThat(host.warnings()).extracting(Warning::code).containsExactly("server_exposed");
        }
        assertThatThrownBy(() -> tcp("tcp://192.0.2.1:2376", Map.of("DOCKER_TLS_VERIFY", "1", "HOME", "/nowhere")))
                .hasMessageContaining("/nowhere/.docker/ca.pem cannot be read");
    }

    private static DockerHost tcp(String url, Map<String, String> environment) {
        return TcpDockerHost.at(url, URI.create(url), environment);
    }

    private static ClusterFile cluster(String dockerHost) {
        ClusterNode node = new ClusterNode("127.0.0.1", null, null, dockerHost);
        return new ClusterFile("c.json", "container", null, null, node.address(), List.of(node), Map.of());
    }
}
