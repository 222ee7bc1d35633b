package atlas.validation.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The runnable jar as its build makes it: {@code mvn -Pdist package} in a copy of the project without its tests; and
 * commands run from it in processes of their own.
 */
public final class DistributionJar {

    private static final List<String> PROJECT =
            List.of("pom.xml", "src/main", "src/launcher", "configs", "thresholds", "cluster", "docs");
    private static final int LONGEST_BUILD_SECONDS = 400;
    private static final int LONGEST_COMMAND_SECONDS = 180;

    private final Path file;

    private DistributionJar(Path file) {
        this.file = file;
    }

    /** Begins to build the jar from a copy of the project in an empty folder, and returns at once. */
    public static Build begin(Path folder) {
        PROJECT.forEach(part -> copy(Path.of(part), folder.resolve(part)));
        Path output = folder.resolve("build.txt");
        List<String> command = List.of(
                Path.of(mavenHome(), "bin", "mvn").toString(),
                "-B",
                "-ntp",
                "-Dstyle.color=never",
                "-Pdist",
                "package",
                "-Dmaven.test.skip=true");
        return new Build(folder, output, start(folder, output, command));
    }

    /** A build that is under way; closing it ends it. */
    public static final class Build implements AutoCloseable {

        private final Path folder;
        private final Path output;
        private final Process maven;

        private Build(Path folder, Path output, Process maven) {
            this.folder = folder;
            this.output = output;
            this.maven = maven;
        }

        /** Waits for the jar. */
        public DistributionJar jar() {
            assertThat(exitCode(maven, LONGEST_BUILD_SECONDS))
                    .as("the jar is built; %s", read(output))
                    .isZero();
            return new DistributionJar(folder.resolve("target").resolve("atlas-validation.jar"));
        }

        @Override
        public void close() {
            maven.descendants().forEach(ProcessHandle::destroyForcibly);
            maven.destroyForcibly();
        }
    }

    public Path file() {
        return file;
    }

    /** Runs a command in a folder and waits for its end. */
    public Run run(Path folder, String... arguments) {
        Path output = folder.resolve("output-%d.txt".formatted(System.nanoTime()));
        Process process = start(folder, output, command(arguments));
        int exitCode = exitCode(process, LONGEST_COMMAND_SECONDS);
        return new Run(exitCode, read(output));
    }

    /** Starts a command in a folder and returns at once; what it prints goes into {@code output}. */
    public Process start(Path folder, Path output, String... arguments) {
        return start(folder, output, command(arguments));
    }

    private List<String> command(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // It lives for seconds, too few for the optimising compiler to pay.
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-jar");
        command.add(file.toString());
        command.addAll(List.of(arguments));
        return command;
    }

    /**
     * What a command left.
     *
     * @param output all that it printed, errors among it
     */
    public record Run(int exitCode, String output) {

        /** Returns what it printed with each run of blanks as one, for what may be wrapped anywhere. */
        public String words() {
            return output.replaceAll("[\\s│|]+", " ");
        }
    }

    private static Process start(Path folder, Path output, List<String> command) {
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .redirectInput(new File("/dev/null"));
            // Java tells on its output that it heeds them.
            builder.environment().remove("JAVA_TOOL_OPTIONS");
            return builder.start();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static int exitCode(Process process, int seconds) {
        try {
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                throw new AssertionError(
                        "no end after " + seconds + " s: " + process.info().commandLine());
            }
            return process.exitValue();
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", interrupted);
        }
    }

    private static String mavenHome() {
        String home = System.getProperty("atlas.test.maven.home");
        assertThat(home)
                .as("the build passes the home of its Maven as atlas.test.maven.home")
                .isNotBlank();
        return home;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static void copy(Path from, Path to) {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : all.toList()) {
                Path copy = to.resolve(from.relativize(path).toString());
                if (Files.isDirectory(path)) {
                    Files.createDirectories(copy);
                } else {
                    Files.createDirectories(copy.toAbsolutePath().getParent());
                    Files.copy(path, copy);
                }
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
