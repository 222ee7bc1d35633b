package atlas.validation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.FabricPort;
import atlas.validation.record.GpuProcess;
import atlas.validation.record.NetworkCard;
import atlas.validation.record.NodeGpu;
import atlas.validation.record.NodeRecord;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeDiscoveryTest {

    @Test
    void oneL40s() {
        NodeRecord node = Nodes.node("l40s");

        assertThat(node.gpus())
                .containsExactly(new NodeGpu(
                        0,
                        "NVIDIA L40S",
                        "GPU-5f1c2f6e-0c0b-4a56-9a4e-0123456789ab",
                        "580.95.05",
                        "8.9",
                        46_068L,
                        4L,
                        null,
                        List.of(),
                        350.0,
                        350.0,
                        210,
                        2520,
                        405,
                        9001,
                        1,
                        4,
                        16,
                        16,
                        null,
                        null,
                        0,
                        List.of()));
        assertThat(node.gpuTrouble()).isNull();
    }

    @Test
    void whatCarriesTheGpus() {
        NodeRecord node = Nodes.node("l40s");

        assertThat(node.os()).isEqualTo("Ubuntu 22.04.5 LTS");
        assertThat(node.kernel()).isEqualTo("Linux 5.15.0-131-generic");
        assertThat(node.architecture()).isEqualTo("x86_64");
        assertThat(node.cpuModel()).isEqualTo("AMD EPYC 9354P 32-Core Processor");
        assertThat(List.of(node.cpus(), node.cores(), node.sockets())).containsExactly(64, 32, 1);
        assertThat(List.of(node.memoryMb(), node.memoryAvailableMb(), node.freeDiskMb()))
                .containsExactly(515_678L, 498_001L, 820_113L);
        assertThat(node.network())
                .containsExactly(
                        new NetworkCard("ens1f0np0", "up", 100_000L, 9000, 0, "mlx5_core"),
                        new NetworkCard("eno1", "down", null, 1500, 0, "tg3"));
        assertThat(node.infiniband())
                .containsExactly(new FabricPort("mlx5_0", "1", "ACTIVE", "100 Gb/sec (2X HDR)", "Ethernet", 0));
    }

    @Test
    void eightH100WithTheirLinksAndMemoryNodes() {
        List<NodeGpu> gpus = Nodes.node("h100-8x").gpus();

        assertThat(gpus).hasSize(8).extracting(NodeGpu::computeCapability).containsOnly("9.0");
        assertThat(gpus).extracting(NodeGpu::numaNode).containsExactly(0, 0, 0, 0, 1, 1, 1, 1);
        // One link of the last is down.
        assertThat(gpus).extracting(NodeGpu::nvlinks).containsExactly(18, 18, 18, 18, 18, 18, 18, 17);
        assertThat(gpus.getFirst().nvlinkGbS()).isEqualTo(478.116);
        assertThat(Nodes.node("h100-8x").infiniband())
                .hasSize(9)
                .last()
                .satisfies(port -> assertThat(port.state()).isEqualTo("DOWN"));
    }

    /** A GB10 has no memory of its own, and its driver tells neither clock of memory nor power limit. */
    @Test
    void aGb10TellsLittleAndSharesItsMemory() {
        NodeRecord node = Nodes.node("gb10");
        NodeGpu gpu = node.gpus().getFirst();

        assertThat(gpu.name()).isEqualTo("NVIDIA GB10");
        assertThat(gpu.computeCapability()).isEqualTo("12.1");
        assertThat(gpu.memoryMb()).isNull();
        assertThat(gpu.memoryUsedMb()).isNull();
        assertThat(gpu.powerLimitW()).isNull();
        assertThat(gpu.memoryClockMaxMhz()).isNull();
        assertThat(gpu.smClockMaxMhz()).isEqualTo(3003);
        // The kernel writes -1 where there is no such node.
        assertThat(gpu.numaNode()).isNull();
        assertThat(node.memoryAvailableMb()).isEqualTo(115_787L);
        assertThat(node.architecture()).isEqualTo("aarch64");
    }

    @Test
    void aGpuInParts() {
        NodeGpu gpu = Nodes.node("h100-mig").gpus().getFirst();

        assertThat(gpu.divided()).isTrue();
        assertThat(gpu.migInstances()).containsExactly("3g.40gb", "1g.10gb", "1g.10gb");
    }

    @Test
    void processesWithTheirMemory() {
        assertThat(Nodes.node("l40s-in-use").gpus().getFirst().processes())
                .containsExactly(
                        new GpuProcess(114_687L, "/opt/venv, with comma/bin/python3", 20_480L),
                        new GpuProcess(991L, "/usr/bin/dcgm", 120L));
    }

    @Test
    void oddValuesAreUnknownAndCostOnlyThemselves() {
        List<NodeGpu> gpus = Nodes.node("odd-values").gpus();

        assertThat(gpus).extracting(NodeGpu::name).containsExactly("NVIDIA L40S", "unknown");
        NodeGpu first = gpus.getFirst();
        assertThat(first.memoryMb()).isEqualTo(46_068L);
        assertThat(first.memoryUsedMb()).isNull();
        assertThat(first.computeCapability()).isNull();
        assertThat(first.powerLimitW()).isNull();
        assertThat(first.smClockMhz()).isNull();
        assertThat(first.memoryClockMaxMhz()).isEqualTo(9001);
        assertThat(first.pcieGeneration()).isNull();
        assertThat(first.pcieWidth()).isEqualTo(16);
        assertThat(first.processes()).containsExactly(new GpuProcess(null, null, null));
        assertThat(gpus.getLast().memoryMb()).isNull();
        assertThat(gpus.getLast().uuid()).isNull();
    }

    @Test
    void anOldDriverLosesOnlyTheFieldThatItDoesNotKnow() {
        NodeRecord node = Nodes.node("old-driver");

        assertThat(node.gpuTrouble()).isNull();
        assertThat(node.gpus()).singleElement().satisfies(gpu -> {
            assertThat(gpu.name()).isEqualTo("NVIDIA A10G");
            assertThat(gpu.computeCapability()).isNull();
            assertThat(gpu.powerLimitW()).isEqualTo(300.0);
        });
    }

    @Test
    void noDriverIsSaidInTheToolsWords() {
        NodeRecord node = Nodes.node("no-driver");

        assertThat(node.gpus()).isEmpty();
        assertThat(node.gpuTrouble()).startsWith("NVIDIA-SMI has failed because it couldn't communicate");
    }

    @Test
    void noToolIsSaid() {
        NodeRecord node = Nodes.node("no-nvidia-smi");

        assertThat(node.gpus()).isEmpty();
        assertThat(node.gpuTrouble()).isEqualTo("there is no nvidia-smi");
        assertThat(node.network()).extracting(NetworkCard::speedMbitS).containsExactly((Long) null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"l40s", "h100-8x", "gb10", "h100-mig", "odd-values", "old-driver", "no-driver"})
    void a16_whateverIsCutOffIsUnknownAndNeverAnException(String name) {
        String whole = Nodes.text(name);

        for (int end = 0; end < whole.length(); end += 7) {
            NodeRecord node = NodeDiscovery.read(whole.substring(0, end), "here");
            assertThat(node.gpus().size()).isLessThanOrEqualTo(8);
        }
    }

    @Test
    void pathsAreQuotedForTheShell() {
        assertThat(NodeDiscovery.quoted("/a b/it's; rm")).isEqualTo("'/a b/it'\\''s; rm'");
    }
}
