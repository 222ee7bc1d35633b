package atlas.validation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every command of the pages that a reader may paste. One that validates is planned for real, with the knobs and
 * configs that it names, in a copy of the folders that the set-up page has edited; a profile, a property or a command
 * of the jar that does not exist fails.
 */
class DocumentedCommandsIT {

    private static final Pattern KNOB = Pattern.compile("-D([\\w.]+)(?:=(.*))?", Pattern.DOTALL);

    /** Properties of Maven, of the project's own builds and of Allure. */
    private static final Set<String> OTHER_PROPERTIES = Set.of(
            "benchmark.parts",
            "require",
            "unit.tests.skip",
            "update.docs",
            "test",
            "it.test",
            "junit.platform.execution.listeners.deactivate",
            "allure.results.clean.before.run",
            "allure.results.directory");

    @TempDir
    private static Path folder;

    private record Documented(String page, int line, String command) {

        String name() {
            return page + ":" + line + "  " + command;
        }
    }

    @BeforeAll
    static void copyTheFoldersAndFillThemIn() throws IOException {
        for (String part : List.of("configs", "thresholds", "cluster")) {
            try (Stream<Path> files = Files.walk(Path.of(part))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Path copy = folder.resolve(file.toString());
                    Files.createDirectories(copy.getParent());
                    Files.writeString(
                            copy, Files.readString(file).replace("<changeme-models-mount>", folder.toString()));
                }
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> whatMavenIsAsked() {
        return documented("mvn ").map(one -> DynamicTest.dynamicTest(one.name(), () -> checkMaven(one)));
    }

    @TestFactory
    Stream<DynamicTest> whatTheJarIsAsked() {
        return Stream.concat(documented("atlas-validation "), documented("java -jar "))
                .map(one -> DynamicTest.dynamicTest(one.name(), () -> checkJar(words(one.command()))));
    }

    /** A test that finds no command would be a test that cannot fail. */
    @Test
    void thereAreManyOfThem() {
        assertThat(documented("mvn ").count()).isGreaterThan(20);
        assertThat(documented("atlas-validation ").count()).isGreaterThan(8);
    }

    private static void checkMaven(Documented documented) throws IOException {
        List<String> words = words(documented.command());
        List<String> knobs = new ArrayList<>();
        List<String> profiles = new ArrayList<>();
        for (String word : words.subList(1, words.size())) {
            Matcher knob = KNOB.matcher(word);
            if (word.startsWith("-P")) {
                profiles.add(word.substring(2));
            } else if (knob.matches()) {
                if (Knobs.OPTIONS.containsKey(knob.group(1))) {
                    knobs.add(word);
                } else {
                    assertThat(OTHER_PROPERTIES).as("property of %s", word).contains(knob.group(1));
                }
            }
        }
        String pom = Files.readString(Path.of("pom.xml"));
        profiles.forEach(profile -> assertThat(pom).contains("<id>" + profile + "</id>"));
        if (profiles.isEmpty() && words.contains("verify")) {
            List<String> plan = new ArrayList<>(List.of("plan"));
            plan.addAll(knobs);
            assertPlans(plan);
        }
    }

    private static void assertPlans(List<String> plan) {
        CommandRun run = CommandRun.in(folder, plan.toArray(String[]::new));

        assertThat(run.exitCode()).as(run.toString()).isZero();
    }

    private static void checkJar(List<String> words) {
        List<String> arguments = new ArrayList<>(words.subList(words.getFirst().equals("java") ? 3 : 1, words.size()));
        if (arguments.getFirst().equals("run")) {
            arguments.set(0, "plan");
            assertPlans(arguments);
        } else {
            List<String> asked = arguments.getFirst().equals("config")
                    ? List.of("config", arguments.get(1), "--help")
                    : List.of(arguments.getFirst(), "--help");
            CommandRun run = CommandRun.in(folder, asked.toArray(String[]::new));
            assertThat(run.exitCode()).as(run.toString()).isZero();
            Set<String> options = new TreeSet<>();
            arguments.stream()
                    .filter(word -> word.matches("--\\w[\\w-]*(=.*)?"))
                    .forEach(word -> options.add(word.replaceFirst("=.*", "")));
            assertThat(options).allSatisfy(option -> assertThat(run.out()).contains(option));
        }
    }

    /** Returns the commands of all pages in blocks of code, with what stands for a choice of the reader filled in. */
    private static Stream<Documented> documented(String start) {
        List<Documented> found = new ArrayList<>();
        try (Stream<Path> pages = Stream.concat(
                Stream.of(Path.of("README.md"), Path.of("CONTRIBUTING.md")), Files.walk(Path.of("docs")))) {
            for (Path page :
                    pages.filter(file -> file.toString().endsWith(".md")).toList()) {
                boolean code = false;
                int number = 0;
                for (String line : Files.readAllLines(page)) {
                    number++;
                    if (line.startsWith("```")) {
                        code = !code;
                    } else if (code && line.startsWith(start)) {
                        found.add(new Documented(page.toString(), number, filledIn(line)));
                    }
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return found.stream();
    }

    private static String filledIn(String line) {
        return line.replaceFirst("\\s{2,}#.*$", "")
                .replaceFirst("\\s{2,}[a-z].*$", "")
                .replace("configs/NAME.json", "configs/simulated_quickstart.json")
                .replace("my_cvs_config.json", "configs/simulated_quickstart.json")
                .replace("configs/models/*.json", "configs/simulated_[qe]*.json")
                .replace("PUBLIC-IP:EXTERNAL-PORT", "192.0.2.7:8888")
                .replace("$HOME", folder.toString())
                .replace("\"", "");
    }

    /** Splits at blanks outside of single quotes. */
    private static List<String> words(String command) {
        List<String> words = new ArrayList<>();
        Matcher word = Pattern.compile("(?:'[^']*'|[^\\s'])+").matcher(command);
        while (word.find()) {
            words.add(word.group().replace("'", ""));
        }
        return words;
    }
}
