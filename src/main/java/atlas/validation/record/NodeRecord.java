package atlas.validation.record;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One machine that serves, as it was found. What the machine does not tell is null, or empty in lists.
 *
 * @param address its address in the cluster file
 * @param seenFrom where it was looked at: {@code this machine}, {@code user@host (ssh)} or a container of it, which
 *     sees the GPUs that it was given
 * @param os name and version of the operating system
 * @param kernel the kernel's name and release
 * @param architecture the CPU's instruction set, such as {@code x86_64} or {@code aarch64}
 * @param cpuModel product name of the CPU
 * @param cpus processors that the kernel counts, hyper-threads included
 * @param cores physical cores
 * @param sockets CPU packages
 * @param memoryMb memory in MiB
 * @param memoryAvailableMb memory in MiB that was free for a new process before the server started
 * @param modelsFolder the folder of the machine that is mounted for the model's weights, or null where none is known
 * @param freeDiskMb free space in MiB on the disk of that folder
 * @param gpus every GPU of the machine, in the order of the driver
 * @param gpuTrouble why nothing is known of its GPUs, in the words of {@code nvidia-smi}; null where it answered
 * @param network its physical network cards
 * @param infiniband its InfiniBand and RoCE ports
 */
public record NodeRecord(
        String address,
        String seenFrom,
        @Nullable String os,
        @Nullable String kernel,
        @Nullable String architecture,
        @Nullable String cpuModel,
        @Nullable Integer cpus,
        @Nullable Integer cores,
        @Nullable Integer sockets,
        @Nullable Long memoryMb,
        @Nullable Long memoryAvailableMb,
        @Nullable String modelsFolder,
        @Nullable Long freeDiskMb,
        List<NodeGpu> gpus,
        @Nullable String gpuTrouble,
        List<NetworkCard> network,
        List<FabricPort> infiniband) {

    public NodeRecord {
        gpus = List.copyOf(gpus);
        network = List.copyOf(network);
        infiniband = List.copyOf(infiniband);
    }

    /** Returns the same machine at an address, with the folder that is mounted for weights. */
    public NodeRecord at(String otherAddress, @Nullable String folder) {
        return new NodeRecord(
                otherAddress,
                seenFrom,
                os,
                kernel,
                architecture,
                cpuModel,
                cpus,
                cores,
                sockets,
                memoryMb,
                memoryAvailableMb,
                folder,
                freeDiskMb,
                gpus,
                gpuTrouble,
                network,
                infiniband);
    }

    /** Returns the same machine with the GPUs that were seen in a container of it. */
    public NodeRecord withGpusOf(NodeRecord container) {
        return withGpus(seenFrom + ", its GPUs in " + container.seenFrom, container.gpus, container.gpuTrouble);
    }

    /** Returns the same machine without what uses its GPUs: once the server runs, that is the server. */
    public NodeRecord withoutUse() {
        return withGpus(seenFrom, gpus.stream().map(NodeGpu::withoutUse).toList(), gpuTrouble);
    }

    private NodeRecord withGpus(String seen, List<NodeGpu> others, @Nullable String trouble) {
        return new NodeRecord(
                address,
                seen,
                os,
                kernel,
                architecture,
                cpuModel,
                cpus,
                cores,
                sockets,
                memoryMb,
                memoryAvailableMb,
                modelsFolder,
                freeDiskMb,
                others,
                trouble,
                network,
                infiniband);
    }
}
