package atlas.validation.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import atlas.validation.config.ClusterFile;
import atlas.validation.config.ClusterNode;
import java.io.IOException;
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

        try (DockerHost host = DockerHost.open(cluster("unix://" + socket))) {
            assertThat(host.daemon()).hasToString("unix://" + socket);
            assertThat(host.asked()).isEqualTo("unix://" + socket);
            assertThat(host.reach(8888).getAddress().isLoopbackAddress()).isTrue();
            assertThat(host.reach(8888).getPort()).isEqualTo(8888);
        }
    }

    @Test
    void aSocketThatIsNotThereIsToldAndNotReplacedByAnother() {
        assertThatThrownBy(() -> DockerHost.open(cluster("unix://" + folder + "/gone.sock")))
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

    private static ClusterFile cluster(String dockerHost) {
        ClusterNode node = new ClusterNode("127.0.0.1", null, null, dockerHost);
        return new ClusterFile("c.json", "container", null, null, node.address(), List.of(node), Map.of());
    }
}
