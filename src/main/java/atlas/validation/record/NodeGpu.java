package atlas.validation.record;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One GPU as {@code nvidia-smi} describes it. What it does not tell, or calls not supported, is null.
 *
 * @param index its number on the machine
 * @param name product name
 * @param uuid the driver's name for it
 * @param driverVersion version of the driver
 * @param computeCapability such as {@code 8.9}
 * @param memoryMb memory in MiB; null where it shares the machine's, as a GB10 does
 * @param memoryUsedMb memory in MiB that was in use when it was looked at
 * @param migMode {@code Enabled} or {@code Disabled}, or null for a GPU that cannot be divided
 * @param migInstances profiles of the instances that it is divided into, such as {@code 1g.10gb}
 * @param powerLimitW most power that it may draw, in watts
 * @param powerDefaultW the limit that it is made for, in watts
 * @param smClockMhz clock of its processors when it was looked at, usually idle
 * @param smClockMaxMhz highest clock of its processors
 * @param memoryClockMhz clock of its memory when it was looked at
 * @param memoryClockMaxMhz highest clock of its memory
 * @param pcieGeneration generation of its PCIe link when it was looked at; links slow down when idle
 * @param pcieGenerationMax highest generation of the link
 * @param pcieWidth lanes of the link
 * @param pcieWidthMax most lanes of the link
 * @param nvlinks NVLinks that are active; null where it was not told
 * @param nvlinkGbS their speed together in one direction, in GB/s
 * @param numaNode memory node of the machine that it is nearest to
 * @param processes what was computing on it when it was looked at
 */
public record NodeGpu(
        int index,
        String name,
        @Nullable String uuid,
        @Nullable String driverVersion,
        @Nullable String computeCapability,
        @Nullable Long memoryMb,
        @Nullable Long memoryUsedMb,
        @Nullable String migMode,
        List<String> migInstances,
        @Nullable Double powerLimitW,
        @Nullable Double powerDefaultW,
        @Nullable Integer smClockMhz,
        @Nullable Integer smClockMaxMhz,
        @Nullable Integer memoryClockMhz,
        @Nullable Integer memoryClockMaxMhz,
        @Nullable Integer pcieGeneration,
        @Nullable Integer pcieGenerationMax,
        @Nullable Integer pcieWidth,
        @Nullable Integer pcieWidthMax,
        @Nullable Integer nvlinks,
        @Nullable Double nvlinkGbS,
        @Nullable Integer numaNode,
        List<GpuProcess> processes) {

    public NodeGpu {
        migInstances = List.copyOf(migInstances);
        processes = List.copyOf(processes);
    }

    /** Tells whether it is divided into instances, or about to be. */
    public boolean divided() {
        return "Enabled".equals(migMode);
    }

    /** Returns the same GPU without what uses it: once the server runs, that is the server. */
    NodeGpu withoutUse() {
        return new NodeGpu(
                index,
                name,
                uuid,
                driverVersion,
                computeCapability,
                memoryMb,
                null,
                migMode,
                migInstances,
                powerLimitW,
                powerDefaultW,
                smClockMhz,
                smClockMaxMhz,
                memoryClockMhz,
                memoryClockMaxMhz,
                pcieGeneration,
                pcieGenerationMax,
                pcieWidth,
                pcieWidthMax,
                nvlinks,
                nvlinkGbS,
                numaNode,
                List.of());
    }

    /** Returns what a run record says of each GPU that serves. */
    public Gpu brief() {
        return new Gpu(index, name, memoryMb, computeCapability, driverVersion);
    }
}
