package atlas.validation.cluster;

import atlas.validation.record.NodeGpu;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A GPU type that a config may name as its {@code gpu_arch}.
 *
 * @param word the word for it
 * @param computeCapability its compute capability, from NVIDIA's table of CUDA GPUs
 * @param nameParts what its product names hold, one of these at least, in small letters without blanks
 */
record GpuArchitecture(String word, String computeCapability, List<String> nameParts) {

    /** Longer words stand before those that they contain. */
    private static final List<GpuArchitecture> KNOWN = List.of(
            of("gb200", "10.0", "gb200"),
            of("gb300", "10.3", "gb300"),
            of("gb10", "12.1", "gb10"),
            of("b200", "10.0", "b200"),
            of("b300", "10.3", "b300"),
            of("gh200", "9.0", "gh200"),
            of("h200", "9.0", "h200"),
            of("h100", "9.0", "h100"),
            of("h20", "9.0", "h20"),
            of("hopper", "9.0", "h100", "h200", "gh200", "h20"),
            of("l40s", "8.9", "l40s"),
            of("l40", "8.9", "l40"),
            of("l4", "8.9", "l4"),
            of("rtx4090", "8.9", "rtx4090"),
            of("rtx6000ada", "8.9", "rtx6000ada"),
            of("rtxpro6000", "12.0", "rtxpro6000"),
            of("rtx5090", "12.0", "rtx5090"),
            of("rtx3090", "8.6", "rtx3090"),
            of("a10g", "8.6", "a10g"),
            of("a100", "8.0", "a100"),
            of("a10", "8.6", "a10"),
            of("a40", "8.6", "a40"),
            of("t4", "7.5", "t4"),
            of("v100", "7.0", "v100"));

    GpuArchitecture {
        nameParts = List.copyOf(nameParts);
    }

    private static GpuArchitecture of(String word, String computeCapability, String... nameParts) {
        return new GpuArchitecture(word, computeCapability, List.of(nameParts));
    }

    /** Returns what a config's {@code gpu_arch} means, or empty for a word that is not known. */
    static Optional<GpuArchitecture> find(String gpuArch) {
        String asked = bare(gpuArch);
        return KNOWN.stream().filter(known -> known.word.equals(asked)).findFirst();
    }

    /** Tells whether a GPU is of this type, by its name alone: several types share a compute capability. */
    boolean is(NodeGpu gpu) {
        // An L40S is no L40: names are compared word by word, and with their blanks taken out for those of several
        // words.
        List<String> words = List.of(gpu.name().toLowerCase(Locale.ROOT).split("[\\s-]+"));
        String whole = bare(gpu.name());
        return nameParts.stream().anyMatch(part -> words.contains(part) || (part.length() > 5 && whole.contains(part)));
    }

    private static String bare(String text) {
        return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }
}
