package atlas.validation.cluster;

import atlas.validation.config.Driver;
import atlas.validation.record.NodeGpu;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an image of Atlas is compiled for, as far as its name tells: each has kernels for one GPU target, and no other.
 *
 * @param name the target's name
 * @param compiledFor the compiler's name of it
 * @param major first number of the compute capability that runs it
 * @param leastMinor lowest second number that runs it
 * @param mostMinor highest second number that runs it
 */
record KernelTarget(String name, String compiledFor, int major, int leastMinor, int mostMinor) {

    private static final List<KernelTarget> SHIPPED = List.of(
            // Family-specific code runs on later members of its family, architecture-specific code on one member alone.
            new KernelTarget("gb10", "sm_121", 12, 1, 9),
            new KernelTarget("hopper", "sm_90", 9, 0, 0),
            new KernelTarget("b200", "sm_100", 10, 0, 0));

    private static final Pattern IMAGE =
            Pattern.compile("(?i).*(?:atlas|avarok|spark)[-_/:.\\w]*\\b(gb10|hopper|b200)\\b.*");
    private static final Pattern CAPABILITY = Pattern.compile("(\\d+)\\.(\\d+)");

    /** Returns what an image is compiled for, or empty where its name does not tell. */
    static Optional<KernelTarget> of(Driver driver, String image) {
        Matcher named = IMAGE.matcher(image);
        if (driver != Driver.ATLAS || !named.matches()) {
            return Optional.empty();
        }
        String name = named.group(1).toLowerCase(Locale.ROOT);
        return SHIPPED.stream().filter(target -> target.name.equals(name)).findFirst();
    }

    /** Tells whether a GPU is known not to run it. */
    boolean refuses(NodeGpu gpu) {
        String told = gpu.computeCapability();
        Matcher capability = CAPABILITY.matcher(told == null ? "" : told);
        if (!capability.matches()) {
            return false;
        }
        int minor = Integer.parseInt(capability.group(2));
        return Integer.parseInt(capability.group(1)) != major || minor < leastMinor || minor > mostMinor;
    }
}
