package atlas.validation.cli;

import atlas.validation.cluster.HostException;
import atlas.validation.cluster.LocalShell;
import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** Looks at the machine that sends the load: Java, Maven, limits, ports, processors, clock, disk. */
final class MachineCheckup {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** A connection, a log and a pipe for each of a thousand streams, and as many again. */
    private static final long ENOUGH_FILES = 4096;

    private static final long LEAST_RUNS_GIB = 2;
    private static final int PORT_OF_CONFIGS = 8888;
    private static final int CLOCK_LOOKS = 200_000;

    /** A time to first token of a millisecond is still told to a percent. */
    private static final long COARSE_CLOCK_NANOS = 10_000;

    private final Surroundings surroundings;
    private final Consumer<Finding> findings;

    MachineCheckup(Surroundings surroundings, Consumer<Finding> findings) {
        this.surroundings = surroundings;
        this.findings = findings;
    }

    void examine() {
        findings.accept(Finding.ok(
                "java",
                "%s (%s), %d processors, at most %d MiB of memory for it"
                        .formatted(
                                System.getProperty("java.version"),
                                System.getProperty("java.vendor"),
                                Runtime.getRuntime().availableProcessors(),
                                Runtime.getRuntime().maxMemory() >> 20)));
        findings.accept(maven(first("mvn -v 2>/dev/null")));
        openFiles();
        port();
        findings.accept(governor(read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")));
        load();
        clock();
        disk();
    }

    /** Judges the first line of {@code mvn -v}. */
    static Finding maven(Optional<String> told) {
        String begin = "Apache Maven ";
        return told.map(line -> line.replaceAll("\u001b\\[[0-9;]*m", ""))
                .filter(line -> line.startsWith(begin))
                .map(line -> isAtLeast(line.substring(begin.length()), 3, 8)
                        ? Finding.ok("maven", line)
                        : Finding.warn("maven", line + " is too old for the build", "install Maven 3.8 or newer"))
                .orElseGet(() -> Finding.warn(
                        "maven", "mvn is not on the path", "install Maven 3.8 or newer to build; this jar needs none"));
    }

    /** Tells whether a text begins with a version of at least so much; one that cannot be read does not. */
    static boolean isAtLeast(String version, int major, int minor) {
        String[] parts = version.split("[^0-9]+", -1);
        try {
            int first = Integer.parseInt(parts[0]);
            int second = parts.length > 1 && !parts[1].isEmpty() ? Integer.parseInt(parts[1]) : 0;
            return first > major || first == major && second >= minor;
        } catch (NumberFormatException none) {
            return false;
        }
    }

    private void openFiles() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            findings.accept(openFiles(system.getMaxFileDescriptorCount()));
        }
    }

    static Finding openFiles(long most) {
        String message = "this process may open %d files".formatted(most);
        return most >= ENOUGH_FILES
                ? Finding.ok("open files", message)
                : Finding.warn(
                        "open files", message + ", and each stream takes one", "raise the limit: ulimit -n 65536");
    }

    private void port() {
        try (ServerSocket free = new ServerSocket(PORT_OF_CONFIGS, 1, InetAddress.getLoopbackAddress())) {
            findings.accept(Finding.ok("port", "%d is free on this machine".formatted(free.getLocalPort())));
        } catch (IOException taken) {
            findings.accept(Finding.warn(
                    "port",
                    "%d, which the shipped configs use, is taken on this machine".formatted(PORT_OF_CONFIGS),
                    "stop what listens there (ss -ltnp), or write another params.port"));
        }
    }

    static Finding governor(Optional<String> told) {
        return told.map(word -> word.equals("performance")
                        ? Finding.ok("cpu governor", word)
                        : Finding.warn(
                                "cpu governor",
                                word + ": the clock of the processors follows the load, and times with it",
                                "sudo cpupower frequency-set -g performance"))
                .orElseGet(() -> Finding.ok("cpu governor", "not told, as on most virtual machines"));
    }

    private void load() {
        double average = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        if (average >= 0) {
            findings.accept(load(average, Runtime.getRuntime().availableProcessors()));
        }
    }

    static Finding load(double average, int processors) {
        String message =
                String.format(Locale.ROOT, "%.1f of %d processors were busy in the last minute", average, processors);
        return average <= Math.max(0.5, processors / 2.0)
                ? Finding.ok("other work", message)
                : Finding.warn(
                        "other work",
                        message + ": what the client measures contains waiting for them",
                        "stop other work while a run measures");
    }

    private void clock() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < CLOCK_LOOKS; i++) {
            long before = System.nanoTime();
            long step = System.nanoTime() - before;
            if (step > 0 && step < least) {
                least = step;
            }
        }
        findings.accept(clock(least, read("/sys/devices/system/clocksource/clocksource0/current_clocksource")));
        first("timedatectl show -p NTPSynchronized --value 2>/dev/null")
                .ifPresent(synchronised -> findings.accept(
                        synchronised.equals("yes")
                                ? Finding.ok("time of day", "synchronised")
                                : Finding.warn(
                                        "time of day",
                                        "not synchronised: the times of a run do not match those of the server's log",
                                        "switch on a time service: timedatectl set-ntp true")));
    }

    static Finding clock(long leastStepNanos, Optional<String> source) {
        String message = "steps of %d ns%s"
                .formatted(
                        leastStepNanos, source.map(name -> ", source " + name).orElse(""));
        return leastStepNanos < COARSE_CLOCK_NANOS
                ? Finding.ok("clock", message)
                : Finding.warn("clock", message + ": too coarse for short times", "run the client on another machine");
    }

    private void disk() {
        Path runs = surroundings.workingDirectory();
        try {
            findings.accept(disk(Files.getFileStore(runs).getUsableSpace() >> 30, runs));
        } catch (IOException unreadable) {
            findings.accept(Finding.warn(
                    "disk", "%s cannot be examined: %s".formatted(runs, unreadable.getMessage()), "look with df -h"));
        }
    }

    static Finding disk(long freeGib, Path runs) {
        String message = "%d GiB are free where run folders go (%s)".formatted(freeGib, runs);
        return freeGib >= LEAST_RUNS_GIB
                ? Finding.ok("disk", message)
                : Finding.fail("disk", message, "make room, or choose another folder with --runs-dir");
    }

    private static Optional<String> read(String file) {
        try {
            return Optional.of(Files.readString(Path.of(file)).strip()).filter(text -> !text.isEmpty());
        } catch (IOException notTold) {
            return Optional.empty();
        }
    }

    private static Optional<String> first(String command) {
        try {
            return new LocalShell()
                    .run(command, LIMIT, () -> false)
                    .out()
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .findFirst();
        } catch (HostException noShell) {
            return Optional.empty();
        }
    }
}
