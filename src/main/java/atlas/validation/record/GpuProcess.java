package atlas.validation.record;

import org.jspecify.annotations.Nullable;

/**
 * A process that computes on a GPU.
 *
 * @param pid its number, as the machine or container that was looked at counts
 * @param name its program, or null where the driver does not see it
 * @param memoryMb memory of the GPU that it holds, in MiB
 */
public record GpuProcess(
        @Nullable Long pid, @Nullable String name, @Nullable Long memoryMb) {}
