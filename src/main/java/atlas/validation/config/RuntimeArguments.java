package atlas.validation.config;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The {@code container.runtime.args} section: what a container is given of the machine that it runs on.
 *
 * @param gpus which GPUs it sees: {@code all}, {@code none}, a number of them, or {@code device=0,1}
 * @param network the network that it joins, such as {@code bridge} or {@code host}
 * @param ipc whose shared memory it uses, such as {@code host}; null for memory of its own
 * @param sharedMemoryBytes size of its own shared memory, or null for the runtime's default
 * @param memoryBytes most memory of the machine that it may use, without swap; null for no limit
 * @param volumes mounts, each {@code source:target} with options after another colon
 * @param devices devices of the machine that it sees
 * @param addedCapabilities Linux capabilities that it has beyond the usual ones
 * @param securityOptions options of the kernel's guards, such as {@code seccomp=unconfined}
 * @param groups further groups of its user
 * @param limits resource limits, each {@code name=soft} with a hard limit after a colon
 * @param privileged whether it may do to the machine whatever root may
 */
public record RuntimeArguments(
        String gpus,
        String network,
        @Nullable String ipc,
        @Nullable Long sharedMemoryBytes,
        @Nullable Long memoryBytes,
        List<String> volumes,
        List<String> devices,
        List<String> addedCapabilities,
        List<String> securityOptions,
        List<String> groups,
        List<String> limits,
        boolean privileged) {

    static final String DEFAULT_GPUS = "all";
    static final String DEFAULT_NETWORK = "bridge";

    public RuntimeArguments {
        volumes = List.copyOf(volumes);
        devices = List.copyOf(devices);
        addedCapabilities = List.copyOf(addedCapabilities);
        securityOptions = List.copyOf(securityOptions);
        groups = List.copyOf(groups);
        limits = List.copyOf(limits);
    }

    /** Returns what a container is given when a config says nothing of it. */
    static RuntimeArguments standard() {
        return bare(DEFAULT_GPUS, DEFAULT_NETWORK);
    }

    /** Returns what a container is given that is only asked a question: nothing. */
    public static RuntimeArguments none() {
        return bare("none", "none");
    }

    private static RuntimeArguments bare(String gpus, String network) {
        return new RuntimeArguments(
                gpus, network, null, null, null, List.of(), List.of(), List.of(), List.of(), List.of(), List.of(),
                false);
    }

    /** Returns the arguments with every mount changed. */
    RuntimeArguments withVolumes(UnaryOperator<String> change) {
        return new RuntimeArguments(
                gpus,
                network,
                ipc,
                sharedMemoryBytes,
                memoryBytes,
                volumes.stream().map(change).toList(),
                devices,
                addedCapabilities,
                securityOptions,
                groups,
                limits,
                privileged);
    }
}
