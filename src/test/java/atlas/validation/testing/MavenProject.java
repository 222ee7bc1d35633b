package atlas.validation.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * A small project of its own folder with this project's build file and classes, in which the validation goals are run
 * by the very Maven that runs the tests.
 */
public final class MavenProject {

    private static final List<String> GOALS = List.of(
            "toolchains:select-jdk-toolchain@jdk", "failsafe:integration-test@validate", "failsafe:verify@validate");
    private static final int LONGEST_RUN_SECONDS = 120;

    private final Path folder;

    private MavenProject(Path folder) {
        this.folder = folder;
    }

    /** Makes the project in an empty folder. */
    public static MavenProject in(Path folder) {
        copy(Path.of("pom.xml"), folder.resolve("pom.xml"));
        copyTree(Path.of("target", "classes"), folder.resolve("target").resolve("classes"));
        return new MavenProject(folder);
    }

    public Path folder() {
        return folder;
    }

    /** Runs the validation with these arguments. */
    public Run validate(String... arguments) {
        Path reports = folder.resolve("target").resolve("failsafe-reports");
        deleteTree(reports);
        Path output = folder.resolve("output.txt");
        Process maven = start(output, arguments);
        try {
            assertThat(maven.waitFor(LONGEST_RUN_SECONDS, TimeUnit.SECONDS))
                    .as("Maven ends; its output: %s", output)
                    .isTrue();
        } catch (InterruptedException interrupted) {
            maven.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        return new Run(maven.exitValue(), read(output), testcases(reports));
    }

    /** Starts the validation and returns at once; what it prints goes into {@code output}. */
    public Process start(Path output, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(mavenHome(), "bin", "mvn").toString());
        command.addAll(List.of("-B", "-o", "-ntp", "-Dstyle.color=never"));
        command.addAll(List.of(arguments));
        command.addAll(GOALS);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        // Maven itself lives for seconds, too few for the optimising compiler to pay; what it starts is as ever.
        builder.environment()
                .merge("MAVEN_OPTS", "-XX:TieredStopAtLevel=1", (given, more) -> String.join(" ", given, more));
        try {
            return builder.start();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static String mavenHome() {
        String home = System.getProperty("atlas.test.maven.home");
        assertThat(home)
                .as("the build passes the home of its Maven as atlas.test.maven.home")
                .isNotBlank();
        return home;
    }

    /**
     * What a run of Maven left.
     *
     * @param exitCode Maven's own
     * @param output all that it printed
     * @param rows what its report lists, in its order
     */
    public record Run(int exitCode, String output, List<Row> rows) {

        public List<String> names() {
            return rows.stream().map(Row::name).toList();
        }

        public Row row(String name) {
            return rows.stream()
                    .filter(row -> row.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no row " + name + " among " + names() + "\n" + output));
        }
    }

    /**
     * One test case of the report.
     *
     * @param result {@code passed}, {@code failure}, {@code error} or {@code skipped}
     * @param message its message, or null
     */
    public record Row(
            String name,
            String className,
            String result,
            @Nullable String message) {}

    private static List<Row> testcases(Path reports) {
        List<Row> rows = new ArrayList<>();
        try (Stream<Path> files = Files.exists(reports) ? Files.list(reports) : Stream.empty()) {
            for (Path file : files.filter(path -> path.getFileName().toString().matches("TEST-.*\\.xml"))
                    .sorted()
                    .toList()) {
                try (InputStream xml = Files.newInputStream(file)) {
                    NodeList cases = DocumentBuilderFactory.newInstance()
                            .newDocumentBuilder()
                            .parse(xml)
                            .getElementsByTagName("testcase");
                    for (int i = 0; i < cases.getLength(); i++) {
                        rows.add(row((Element) cases.item(i)));
                    }
                }
            }
        } catch (IOException | SAXException | ParserConfigurationException unreadable) {
            throw new AssertionError("unreadable report", unreadable);
        }
        return rows;
    }

    private static Row row(Element testcase) {
        for (String result : List.of("failure", "error", "skipped")) {
            NodeList found = testcase.getElementsByTagName(result);
            if (found.getLength() > 0) {
                String message = ((Element) found.item(0)).getAttribute("message");
                return new Row(testcase.getAttribute("name"), testcase.getAttribute("classname"), result, message);
            }
        }
        return new Row(testcase.getAttribute("name"), testcase.getAttribute("classname"), "passed", null);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static void copy(Path from, Path to) {
        try {
            Files.createDirectories(to.toAbsolutePath().getParent());
            Files.copy(from, to);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void copyTree(Path from, Path to) {
        try (Stream<Path> paths = Files.walk(from)) {
            paths.filter(Files::isRegularFile)
                    .forEach(path -> copy(path, to.resolve(from.relativize(path).toString())));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void deleteTree(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(path);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
