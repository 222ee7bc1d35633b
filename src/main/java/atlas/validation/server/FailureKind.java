package atlas.validation.server;

import java.util.Locale;

/** What keeps a server from serving, or spoils what it serves. */
enum FailureKind {
    /** The image is not there and cannot be fetched. */
    IMAGE,
    /** The image is built for another processor or operating system. */
    PLATFORM,
    /** The container runtime cannot hand a GPU to a container. */
    GPU_RUNTIME_MISSING,
    /** The GPU driver of the host is too old for the image. */
    DRIVER_TOO_OLD,
    /** The image holds no code for this GPU. */
    ARCHITECTURE_UNSUPPORTED,
    /** The memory of the GPU, or of the container, does not suffice. */
    OUT_OF_MEMORY,
    /** The weights are missing or broken. */
    WEIGHTS,
    /** The image lacks a kernel that this model needs. */
    KERNEL_UNRESOLVED,
    /** The command line or the container's settings hold something that is not understood. */
    BAD_FLAG,
    /** Another process has the port. */
    PORT_IN_USE,
    /** The engine broke while it served. */
    CRASHED_WHILE_SERVING,
    /** The server cut an answer, or changed it, without telling its client. */
    QUALITY_CUT;

    /** Returns the word that records and the phrase book use: the name in lower case. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
