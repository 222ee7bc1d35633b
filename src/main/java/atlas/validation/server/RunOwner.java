package atlas.validation.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The process that a container belongs to, written so that a later process can tell whether it still lives.
 *
 * @param machine the machine, as far as it has a name that outlives a restart
 * @param boot the machine's current run; another one means that every process of it is gone
 * @param space the space of process ids: the same id in another container is another process
 * @param pid the process id
 * @param startedMillis when the process started: ids are used again
 */
record RunOwner(String machine, String boot, String space, long pid, long startedMillis) {

    private static final String MACHINE = "atlas.validation.owner.machine";
    private static final String BOOT = "atlas.validation.owner.boot";
    private static final String SPACE = "atlas.validation.owner.space";
    private static final String PID = "atlas.validation.owner.pid";
    private static final String STARTED = "atlas.validation.owner.started";
    private static final String UNKNOWN = "unknown";

    /** The start is computed from a clock that may be set in between. */
    private static final long TOLERANCE_MILLIS = 10_000;

    /** What can be said of an owner from here. */
    enum State {
        ALIVE,
        DEAD,
        /** It ran where this process cannot look. */
        UNKNOWN
    }

    /** Returns this process. */
    static RunOwner current() {
        ProcessHandle process = ProcessHandle.current();
        return new RunOwner(
                firstLine("/proc/sys/kernel/hostname") + "/" + firstLine("/etc/machine-id"),
                firstLine("/proc/sys/kernel/random/boot_id"),
                linkTarget("/proc/self/ns/pid"),
                process.pid(),
                started(process));
    }

    /** Returns the owner that a container's labels name, or nothing when they name none. */
    static Optional<RunOwner> of(Map<String, String> labels) {
        String pid = labels.getOrDefault(PID, "");
        String started = labels.getOrDefault(STARTED, "");
        if (!pid.matches("\\d{1,18}") || !started.matches("\\d{1,18}")) {
            return Optional.empty();
        }
        return Optional.of(new RunOwner(
                labels.getOrDefault(MACHINE, UNKNOWN),
                labels.getOrDefault(BOOT, UNKNOWN),
                labels.getOrDefault(SPACE, UNKNOWN),
                Long.parseLong(pid),
                Long.parseLong(started)));
    }

    Map<String, String> labels() {
        return Map.of(
                MACHINE, machine,
                BOOT, boot,
                SPACE, space,
                PID, Long.toString(pid),
                STARTED, Long.toString(startedMillis));
    }

    /** Returns whether the owner lives, seen from a process. */
    State seenFrom(RunOwner here) {
        if (boot.equals(UNKNOWN)) {
            return State.UNKNOWN;
        }
        if (!boot.equals(here.boot)) {
            return machineIsKnown() && machine.equals(here.machine) ? State.DEAD : State.UNKNOWN;
        }
        if (!space.equals(here.space) || !machine.equals(here.machine)) {
            return State.UNKNOWN;
        }
        return ProcessHandle.of(pid)
                .filter(process -> process.isAlive() && Math.abs(started(process) - startedMillis) <= TOLERANCE_MILLIS)
                .map(process -> State.ALIVE)
                .orElse(State.DEAD);
    }

    /** Machines that do not tell what they are look alike: two of them must not be taken for one. */
    private boolean machineIsKnown() {
        return !machine.endsWith("/") && !machine.endsWith("/" + UNKNOWN);
    }

    private static long started(ProcessHandle process) {
        return process.info()
                .startInstant()
                .map(instant -> instant.toEpochMilli())
                .orElse(0L);
    }

    private static String firstLine(String file) {
        try {
            return Files.readString(Path.of(file)).strip();
        } catch (IOException absent) {
            return UNKNOWN;
        }
    }

    private static String linkTarget(String link) {
        try {
            return Files.readSymbolicLink(Path.of(link)).toString();
        } catch (IOException | UnsupportedOperationException absent) {
            return UNKNOWN;
        }
    }
}
