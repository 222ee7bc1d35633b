package atlas.validation.server;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.cluster.DockerHost;
import atlas.validation.cluster.NodeDiscovery;
import atlas.validation.config.ClusterFile;
import atlas.validation.record.NodeRecord;
import atlas.validation.testing.TestImage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A machine as its containers see it, through a real container. */
@Timeout(120)
class ContainerShellIT {

    @Test
    void theGpusThatAContainerWasGivenAreSeenInIt() {
        String image = TestImage.name();
        String id = TestImage.run(
                        "docker",
                        "run",
                        "-d",
                        "-i",
                        "--network",
                        "none",
                        "--entrypoint",
                        "sh",
                        image,
                        "-c",
                        "read line")
                .strip();
        try (DockerDaemon daemon =
                DockerDaemon.connect(DockerHost.open(ClusterFile.thisMachine(), () -> false), () -> false)) {
            NodeRecord node = NodeDiscovery.discover(new ContainerShell(daemon, id), "10.0.0.7", null, () -> false);

            assertThat(node.seenFrom()).isEqualTo("container " + id.substring(0, 12));
            assertThat(node.memoryMb()).isPositive();
            assertThat(node.gpus()).singleElement().satisfies(gpu -> {
                assertThat(gpu.name()).isEqualTo("NVIDIA L40S");
                assertThat(gpu.computeCapability()).isEqualTo("8.9");
                assertThat(gpu.memoryMb()).isEqualTo(46_068);
            });
        } finally {
            TestImage.run("docker", "rm", "-f", id);
        }
    }
}
