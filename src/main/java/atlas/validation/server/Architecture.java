package atlas.validation.server;

import java.util.Locale;

/** Translates the names of processors. */
final class Architecture {

    private Architecture() {}

    /** Returns what images call the processor that a daemon names as the kernel does. */
    static String ofDocker(String kernelName) {
        String name = kernelName.toLowerCase(Locale.ROOT);
        return switch (name) {
            case "x86_64" -> "amd64";
            case "aarch64" -> "arm64";
            default -> name;
        };
    }
}
