package atlas.validation.client;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells who used the processors in a stretch of time. */
interface ProcessorTimes {

    /**
     * The beginning of a stretch.
     *
     * @param nanos the monotonic clock
     * @param ownNanos processor time of this process, negative where the platform does not tell
     * @param gcMillis time that garbage collection has stopped this process
     */
    record Start(long nanos, long ownNanos, long gcMillis) {}

    /** What was used, in percent: of all processors, and of the time in the case of garbage collection. */
    record Use(
            @Nullable Double ownPct,
            @Nullable Double machinePct,
            @Nullable Double gcPct) {}

    Start start();

    Use since(Start start);

    static ProcessorTimes ofThisProcess() {
        return new OfThisProcess(
                ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                        ? system
                        : null,
                ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .filter(OfThisProcess::stops)
                        .toList(),
                Runtime.getRuntime().availableProcessors());
    }

    /** Asks the JVM. */
    record OfThisProcess(
            com.sun.management.@Nullable OperatingSystemMXBean system,
            List<GarbageCollectorMXBean> collectors,
            int processors)
            implements ProcessorTimes {

        /** Concurrent collectors count the time of whole cycles, in which the process goes on. */
        private static boolean stops(GarbageCollectorMXBean collector) {
            return !collector.getName().contains("Cycles")
                    && !collector.getName().contains("Concurrent");
        }

        @Override
        public Start start() {
            if (system != null) {
                // The load counts from one question to the next.
                system.getCpuLoad();
            }
            return new Start(System.nanoTime(), system == null ? -1 : system.getProcessCpuTime(), gcMillis());
        }

        @Override
        public Use since(Start start) {
            double elapsed = Math.max(1, System.nanoTime() - start.nanos());
            Double own = system == null || start.ownNanos() < 0
                    ? null
                    : (Double) (100.0 * (system.getProcessCpuTime() - start.ownNanos()) / (elapsed * processors));
            double load = system == null ? -1 : system.getCpuLoad();
            Double machine = load >= 0 ? (Double) (100 * load) : null;
            return new Use(own, machine, 100 * (gcMillis() - start.gcMillis()) * 1e6 / elapsed);
        }

        private long gcMillis() {
            return collectors.stream()
                    .mapToLong(collector -> Math.max(0, collector.getCollectionTime()))
                    .sum();
        }
    }
}
