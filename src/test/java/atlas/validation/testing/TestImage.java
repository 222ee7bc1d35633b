package atlas.validation.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The image that container tests run: the simulator on a Java runtime made from this machine's, with faults that the
 * variable {@code FAULT} asks for and an {@code nvidia-smi} that tells of an L40S. Built once per content.
 */
public final class TestImage {

    private static final Path BUILD = Path.of("docker", "simulator", "build");
    private static final Path FAULTS = Path.of("src", "test", "docker");
    private static final String REQUIRED = System.getProperty("require", "");

    private static String name = "";

    private TestImage() {}

    /**
     * Returns the image's name, having built it where it was not there. Where there is no Docker, the test is skipped
     * and says why, or fails under {@code -Drequire=docker}.
     */
    public static synchronized String name() {
        needsDocker();
        if (name.isEmpty()) {
            String simulator = lastLine(run(BUILD.toAbsolutePath().toString(), "--from-this-machine"));
            String built = simulator.replace("atlas-simulator:", "atlas-simulator-with-faults:");
            run("docker", "build", "-q", "--build-arg", "IMAGE=" + simulator, "-t", built, FAULTS.toString());
            name = built;
        }
        return name;
    }

    /** Returns another image of the same layers whose entrypoint is replaced. */
    public static String withEntrypoint(String tag, String entrypointJson) {
        String other = "atlas-simulator-with-faults:" + tag;
        runWithInput(
                "FROM " + name() + "\nENTRYPOINT " + entrypointJson + "\n", "docker", "build", "-q", "-t", other, "-");
        return other;
    }

    /** Skips the test where there is no Docker, or fails it where Docker is required. */
    public static void needsDocker() {
        boolean there = false;
        try {
            there = new ProcessBuilder("docker", "info")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException missing) {
            // Not there.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!there && List.of(REQUIRED.split(",")).contains("docker")) {
            throw new AssertionError("-Drequire=docker, and no Docker daemon answers here");
        }
        assumeTrue(there, "no Docker daemon answers here");
    }

    /** Runs a command that must succeed and returns what it printed. */
    public static String run(String... command) {
        return runWithInput("", command);
    }

    private static String runWithInput(String input, String... command) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("CLASS_PATH", System.getProperty("java.class.path"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        try {
            Process process = builder.start();
            process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().close();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(10, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new AssertionError("%s failed:%n%s".formatted(List.of(command), printed));
            }
            return printed;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted");
        }
    }

    private static String lastLine(String printed) {
        return printed.lines().toList().getLast();
    }
}
