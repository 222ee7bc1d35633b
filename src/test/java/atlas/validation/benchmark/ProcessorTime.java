package atlas.validation.benchmark;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Processor time of this process, in nanoseconds.
 *
 * @param all what all its threads took, those of the compiler and the garbage collector too
 * @param system what of it was spent within system calls, to a hundredth of a second; NaN where that cannot be read
 */
record ProcessorTime(double all, double system) {

    /** Where Linux tells it, counted from the name of the process, which stands in parentheses. */
    private static final Path STAT = Path.of("/proc/self/stat");

    private static final int SYSTEM_FIELD = 13;
    private static final double NANOS_PER_TICK = 1e7;

    static ProcessorTime now() {
        return new ProcessorTime(
                ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime(), inSystem());
    }

    ProcessorTime since(ProcessorTime start) {
        return new ProcessorTime(all - start.all, system - start.system);
    }

    private static double inSystem() {
        try {
            String stat = Files.readString(STAT);
            String[] fields = stat.substring(stat.lastIndexOf(')')).split(" ");
            return Long.parseLong(fields[SYSTEM_FIELD]) * NANOS_PER_TICK;
        } catch (IOException notLinux) {
            return Double.NaN;
        }
    }
}
