package atlas.validation.testing;

import atlas.validation.record.FabricPort;
import atlas.validation.record.GpuProcess;
import atlas.validation.record.NetworkCard;
import atlas.validation.record.NodeGpu;
import atlas.validation.record.NodeRecord;
import java.util.List;

/** Records of machines that serve. */
final class NodeFixture {

    private NodeFixture() {}

    static NodeRecord l40s() {
        return new NodeRecord(
                "10.0.0.7",
                "ada@10.0.0.7 (ssh)",
                "Ubuntu 22.04.5 LTS",
                "Linux 5.15.0-131-generic",
                "x86_64",
                "AMD EPYC 9354P 32-Core Processor",
                64,
                32,
                1,
                515_678L,
                498_001L,
                "/models/hub",
                820_113L,
                List.of(new NodeGpu(
                        0,
                        "NVIDIA L40S",
                        "GPU-5f1c2f6e-0c0b-4a56-9a4e-aaaaaaaaaaaa",
                        "570.86.15",
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
                        0,
                        0.0,
                        0,
                        List.of())),
                null,
                List.of(new NetworkCard("ens1f0np0", "up", 100_000L, 9000, 0, "mlx5_core")),
                List.of(new FabricPort("mlx5_0", "1", "ACTIVE", "100 Gb/sec (2X HDR)", "Ethernet", 0)));
    }

    /** A machine with one text in every field that holds text. */
    static NodeRecord ofText(String h) {
        return new NodeRecord(
                h,
                h,
                h,
                h,
                h,
                h,
                1,
                1,
                1,
                1L,
                1L,
                h,
                1L,
                List.of(new NodeGpu(
                        0,
                        h,
                        h,
                        h,
                        h,
                        1L,
                        1L,
                        h,
                        List.of(h),
                        1.0,
                        2.0,
                        1,
                        1,
                        1,
                        1,
                        1,
                        1,
                        1,
                        1,
                        1,
                        1.0,
                        1,
                        List.of(new GpuProcess(1L, h, 1L)))),
                h,
                List.of(new NetworkCard(h, h, 1L, 1, 1, h)),
                List.of(new FabricPort(h, h, h, h, h, 1)));
    }
}
