package atlas.validation.record;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The machine that sent the load.
 *
 * @param host host name
 * @param cpus processors that the JVM may use
 * @param memoryMb physical memory in MiB, or null where the platform does not tell
 * @param java version and vendor of the JVM
 * @param os name, version and architecture of the operating system
 * @param fitness whether the client could be the bottleneck, or null where that was not examined
 */
public record ClientInfo(
        String host,
        int cpus,
        @Nullable Long memoryMb,
        String java,
        String os,
        @Nullable Fitness fitness) {

    /** Returns the same machine with what was found out about its fitness. */
    public ClientInfo withFitness(@Nullable Fitness found) {
        return new ClientInfo(host, cpus, memoryMb, java, os, found);
    }

    /**
     * What was found out about the client itself.
     *
     * @param verdict {@code fit}, {@code marginal} or {@code unfit}
     * @param reasons one sentence each
     */
    public record Fitness(String verdict, List<String> reasons) {

        public Fitness {
            reasons = List.copyOf(reasons);
        }
    }
}
