package atlas.validation.record;

import org.jspecify.annotations.Nullable;

/**
 * A physical network card.
 *
 * @param name the kernel's name for it
 * @param state {@code up}, {@code down} or another word of the kernel's
 * @param speedMbitS speed of its link in Mbit/s, or null where it has none or a virtual one
 * @param mtu largest packet in bytes
 * @param numaNode memory node of the machine that it is nearest to
 * @param driver the kernel's driver of it
 */
public record NetworkCard(
        String name,
        @Nullable String state,
        @Nullable Long speedMbitS,
        @Nullable Integer mtu,
        @Nullable Integer numaNode,
        @Nullable String driver) {}
