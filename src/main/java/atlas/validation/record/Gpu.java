package atlas.validation.record;

import org.jspecify.annotations.Nullable;

/**
 * One GPU of the node that serves.
 *
 * @param index ordinal on its node
 * @param name product name
 * @param memoryMb memory in MiB
 * @param computeCapability such as {@code 8.9}
 * @param driverVersion version of the driver
 */
public record Gpu(
        int index,
        String name,
        @Nullable Long memoryMb,
        @Nullable String computeCapability,
        @Nullable String driverVersion) {}
