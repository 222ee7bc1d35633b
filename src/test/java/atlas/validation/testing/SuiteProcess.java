package atlas.validation.testing;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A validation in a Java process of its own, which can be killed. What it prints is read line by line. */
public final class SuiteProcess implements AutoCloseable {

    private static final int LONGEST_END_SECONDS = 60;

    private final Process process;
    private final BufferedReader lines;
    private final List<String> printed = new ArrayList<>();

    private SuiteProcess(Process process) {
        this.process = process;
        this.lines = process.inputReader(StandardCharsets.UTF_8);
    }

    /**
     * Starts a validation in a folder.
     *
     * @param main the entry of the process
     * @param properties what it is given, as {@code -Dname=value}
     */
    public static SuiteProcess start(Class<?> main, Path folder, String... properties) {
        return start(main, folder, Map.of(), properties);
    }

    /**
     * Starts a validation in a folder.
     *
     * @param main the entry of the process
     * @param environment variables beyond those of this process
     * @param properties what it is given, as {@code -Dname=value}
     */
    public static SuiteProcess start(
            Class<?> main, Path folder, Map<String, String> environment, String... properties) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        // It lives for seconds, too few for the optimising compiler to pay.
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(List.of(properties));
        command.add("-cp");
        command.add(absolute(System.getProperty("java.class.path")));
        command.add(main.getName());
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
            builder.environment().putAll(environment);
            return new SuiteProcess(builder.start());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static String absolute(String classPath) {
        List<String> entries = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            entries.add(Path.of(entry).toAbsolutePath().toString());
        }
        return String.join(File.pathSeparator, entries);
    }

    /** Waits until it prints a line with this text. */
    public void awaitLine(String text) {
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                printed.add(line);
                if (line.contains(text)) {
                    return;
                }
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        throw new AssertionError("the process ended without printing \"%s\":%n%s".formatted(text, output()));
    }

    /** Waits until it ends by itself and returns all that it printed, with each run of blanks as one. */
    public String awaitEnd() {
        lines.lines().forEach(printed::add);
        awaitExit();
        return output().replaceAll("\\s+", " ");
    }

    /** Ends it at once, as {@code kill -9} does. */
    public void kill() {
        // By its handle: the process itself would close what is being read.
        process.toHandle().destroyForcibly();
        lines.lines().forEach(printed::add);
        awaitExit();
    }

    /** Sends it the signal of Ctrl-C. */
    public void interrupt() {
        try {
            int sent = new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                    .start()
                    .waitFor();
            if (sent != 0) {
                throw new AssertionError("the process cannot be signalled");
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitExit() {
        try {
            if (!process.waitFor(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("the process does not end:\n" + output());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private String output() {
        return String.join("\n", printed);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
