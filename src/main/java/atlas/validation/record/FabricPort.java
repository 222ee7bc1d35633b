package atlas.validation.record;

import org.jspecify.annotations.Nullable;

/**
 * One port of an InfiniBand or RoCE device.
 *
 * @param device the kernel's name for the device, such as {@code mlx5_0}
 * @param port number of the port on it
 * @param state such as {@code ACTIVE} or {@code DOWN}
 * @param rate its speed in the kernel's words, such as {@code 400 Gb/sec (4X NDR)}
 * @param linkLayer {@code InfiniBand}, or {@code Ethernet} for RoCE
 * @param numaNode memory node of the machine that the device is nearest to
 */
public record FabricPort(
        String device,
        String port,
        @Nullable String state,
        @Nullable String rate,
        @Nullable String linkLayer,
        @Nullable Integer numaNode) {}
