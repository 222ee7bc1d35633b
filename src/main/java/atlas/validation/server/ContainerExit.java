package atlas.validation.server;

import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import org.jspecify.annotations.Nullable;

/**
 * How a container's process ended, or how it was lost sight of.
 *
 * @param nanos {@link System#nanoTime} at which it was noticed
 * @param sentence what happened, in a few words that follow {@code the container}
 */
record ContainerExit(long nanos, String sentence) {

    private static final int CANNOT_RUN = 126;
    private static final int NOT_FOUND = 127;
    private static final int KILLED = 137;
    private static final int SEGMENTATION_FAULT = 139;
    private static final int BY_SIGNAL = 128;

    /**
     * Returns how a process ended.
     *
     * @param memoryBytes the most memory that the container was given, or null for no limit
     */
    static ContainerExit of(ContainerState state, @Nullable Long memoryBytes) {
        Long exitCode = state.getExitCodeLong();
        int code = exitCode == null ? 0 : exitCode.intValue();
        return new ContainerExit(System.nanoTime(), "ended with exit code " + code + reason(state, code, memoryBytes));
    }

    /** Returns that a container is there no more, or cannot be asked for. */
    static ContainerExit lost(String sentence) {
        return new ContainerExit(System.nanoTime(), sentence);
    }

    private static String reason(ContainerState state, int code, @Nullable Long memoryBytes) {
        if (Boolean.TRUE.equals(state.getOOMKilled())) {
            return memoryBytes == null
                    ? " (out of memory: the host's kernel killed it)"
                    : " (out of memory: it was killed at its limit of %d MB)".formatted(memoryBytes >> 20);
        }
        return switch (code) {
            case 0 -> " (as if it had nothing more to do)";
            case CANNOT_RUN -> " (its program cannot be run)";
            case NOT_FOUND -> " (its program is not in the image)";
            case KILLED -> " (killed: by hand, or by the host for want of memory)";
            case SEGMENTATION_FAULT -> " (it crashed: segmentation fault)";
            default -> code > BY_SIGNAL ? " (ended by signal " + (code - BY_SIGNAL) + ")" : "";
        };
    }
}
