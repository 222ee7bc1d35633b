package atlas.validation.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import atlas.validation.record.RunRecord;
import atlas.validation.record.Status;
import atlas.validation.report.RecordJson;
import atlas.validation.testing.DistributionJar;
import atlas.validation.testing.FixtureConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runnable jar as {@code mvn -Pdist package} makes it, where there is no checkout and no Maven. */
class DistributionJarIT {

    private static final String SERVICES = "META-INF/services/";
    private static final String GROOVY_MODULE = "META-INF/groovy/org.codehaus.groovy.runtime.ExtensionModule";

    @TempDir
    private static Path here;

    @TempDir
    private static Path elsewhere;

    private static DistributionJar jar;
    private static DistributionJar again;

    @TempDir
    private Path folder;

    private Process process;

    /** Builds it twice at a time, in two folders. */
    @BeforeAll
    static void build() {
        try (DistributionJar.Build first = DistributionJar.begin(here);
                DistributionJar.Build second = DistributionJar.begin(elsewhere)) {
            jar = first.jar();
            again = second.jar();
        }
    }

    @AfterEach
    void endTheProcess() {
        if (process != null) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    @Test
    void aSecondBuildElsewhereGivesTheSameBytes() throws IOException {
        assertThat(Files.mismatch(jar.file(), again.file()))
                .as("first byte that differs")
                .isEqualTo(-1);
    }

    @Test
    void everyServiceOfEveryLibraryIsInIt() throws IOException {
        for (Path library : libraries()) {
            try (JarFile from = new JarFile(library.toFile());
                    JarFile to = new JarFile(jar.file().toFile())) {
                for (JarEntry entry : from.stream().toList()) {
                    if (entry.getName().startsWith(SERVICES) && !entry.isDirectory()) {
                        assertThat(lines(to, entry.getName()))
                                .as(entry.getName() + " of " + library.getFileName())
                                .containsAll(lines(from, entry.getName()));
                    }
                }
            }
        }
    }

    @Test
    void everyExtensionModuleOfGroovyIsInIt() throws IOException {
        Set<String> brought = new TreeSet<>();
        for (Path library : libraries()) {
            try (JarFile from = new JarFile(library.toFile())) {
                brought.addAll(extensionClasses(from));
            }
        }

        try (JarFile merged = new JarFile(jar.file().toFile())) {
            assertThat(brought).isNotEmpty();
            assertThat(extensionClasses(merged)).containsExactlyInAnyOrderElementsOf(brought);
        }
    }

    private static Set<String> extensionClasses(JarFile file) throws IOException {
        Set<String> classes = new TreeSet<>();
        JarEntry entry = file.getJarEntry(GROOVY_MODULE);
        if (entry != null) {
            Properties module = new Properties();
            try (InputStream in = file.getInputStream(entry)) {
                module.load(in);
            }
            for (String kind : List.of("extensionClasses", "staticExtensionClasses")) {
                for (String name : module.getProperty(kind, "").split(",")) {
                    if (!name.isBlank()) {
                        classes.add(name.strip());
                    }
                }
            }
        }
        return classes;
    }

    @Test
    void theLicenceOfEveryLibraryIsNamedAndNoneIsOverwritten() throws IOException {
        try (JarFile built = new JarFile(jar.file().toFile())) {
            String list = String.join("\n", lines(built, "META-INF/licences/THIRD-PARTY.txt"));
            assertThat(list).doesNotContain("Unknown license");
            for (Path library : libraries()) {
                String artifact = library.getFileName().toString().replaceAll("-\\d.*", "");
                assertThat(list).contains(":" + artifact + ":");
            }
            assertThat(built.getEntry("META-INF/LICENSE")).isNull();
            assertThat(lines(built, "META-INF/licences/junit-platform-engine-jar/META-INF/LICENSE.md"))
                    .anyMatch(line -> line.contains("Eclipse Public License"));
            assertThat(lines(built, "META-INF/licences/groovy-jar/META-INF/LICENSE"))
                    .anyMatch(line -> line.contains("Apache License"));
        }
    }

    @Test
    void nothingOfAModuleOrASignatureIsLeft() throws IOException {
        try (JarFile built = new JarFile(jar.file().toFile())) {
            assertThat(built.stream().map(JarEntry::getName))
                    .noneMatch(name -> name.endsWith("module-info.class"))
                    .noneMatch(name -> name.matches("META-INF/[^/]+\\.(SF|RSA|DSA)"))
                    .doesNotHaveDuplicates();
            assertThat(built.getManifest().getMainAttributes().getValue("Multi-Release"))
                    .isEqualTo("true");
        }
    }

    /** Returns the libraries of the product: those of the class path that are not for tests alone. */
    private static List<Path> libraries() throws IOException {
        String list;
        try (JarFile built = new JarFile(jar.file().toFile())) {
            list = String.join("\n", lines(built, "META-INF/licences/THIRD-PARTY.txt"));
        }
        List<Path> libraries = java.util.Arrays.stream(
                        System.getProperty("java.class.path").split(java.io.File.pathSeparator))
                .map(Path::of)
                .filter(path -> path.toString().endsWith(".jar"))
                .filter(path -> {
                    String version = path.getParent().getFileName().toString();
                    String artifact = path.getParent().getParent().getFileName().toString();
                    return list.contains(":" + artifact + ":" + version + " ");
                })
                .collect(Collectors.toCollection(ArrayList::new));
        assertThat(libraries).hasSizeGreaterThan(40);
        return libraries;
    }

    private static List<String> lines(JarFile file, String name) throws IOException {
        JarEntry entry = file.getJarEntry(name);
        assertThat(entry).as("%s in %s", name, file.getName()).isNotNull();
        try (InputStream in = file.getInputStream(entry)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.replaceAll("#.*", "").strip())
                    .filter(line -> !line.isEmpty())
                    .toList();
        }
    }

    @Test
    void aRunInAnEmptyFolderStartsItsSimulatorAndLeavesADeck() {
        DistributionJar.Run run =
                jar.run(folder, "run", "--config", "simulated_quickstart", "--groups", "w1_short-conc8");

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.output())
                .contains("VERDICT: PASS")
                .doesNotContain("WARNING")
                .doesNotContain("\u001b");
        RunRecord record = RecordJson.read(folder.resolve("target/atlas-runs/latest/run.json"));
        assertThat(record.status()).isEqualTo(Status.PASS);
        assertThat(record.targets().getFirst().cells()).hasSize(1);
        assertThat(record.client().fitness())
                .as("the null server was started too")
                .isNotNull();
        assertThat(folder.resolve("target/atlas-runs/latest/run_deck.html")).isNotEmptyFile();
    }

    @Test
    void theOtherCommandsNeedNoCheckoutEither() {
        DistributionJar.Run plan = jar.run(folder, "plan", "simulated_quickstart");
        DistributionJar.Run copy = jar.run(folder, "config", "copy", "simulated_quickstart", "mine");
        DistributionJar.Run validate = jar.run(folder, "validate", "mine/configs/simulated_quickstart.json");
        DistributionJar.Run setup = jar.run(folder, "setup", "l40s");
        DistributionJar.Run doctor = jar.run(folder, "doctor");

        assertThat(plan.exitCode()).as(plan.output()).isZero();
        assertThat(plan.output()).contains("6 of 6");
        assertThat(copy.exitCode()).as(copy.output()).isZero();
        assertThat(validate.output()).contains("valid: 1 config, 6 cells, 0 warnings");
        assertThat(setup.output()).startsWith("# Setting up an L40S");
        assertThat(doctor.exitCode()).as(doctor.output()).isZero();
        assertThat(doctor.output()).contains("This machine").doesNotContain("WARNING");
    }

    @Test
    void onAnOlderJavaOneSentenceSaysWhichIsNeeded() throws Exception {
        Path older = olderJava();
        Process old = new ProcessBuilder(older.toString(), "-jar", jar.file().toString(), "plan")
                .redirectErrorStream(true)
                .start();
        String output = new String(old.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(old.waitFor()).as(output).isEqualTo(2);
        assertThat(output).contains("needs Java 21 or newer").doesNotContain("\tat ");
    }

    private static Path olderJava() throws IOException {
        Path all = Path.of("/usr/lib/jvm");
        assumeTrue(Files.isDirectory(all), "no folder of Javas here");
        try (Stream<Path> homes = Files.list(all)) {
            Path older = homes.filter(home -> home.getFileName().toString().matches(".*\\b(11|17)\\b.*"))
                    .map(home -> home.resolve("bin").resolve("java"))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .orElse(null);
            assumeTrue(older != null, "no older Java here");
            return older;
        }
    }

    @Test
    void aMissedLimitEndsTheProcessWithOne() {
        Path config = FixtureConfig.named("small")
                .cell("w1", 1)
                .requests(12)
                .limits("w1-conc1", "{ \"output_throughput\": { \"kind\": \"min\", \"value\": 1e9 } }")
                .writeTo(folder);

        DistributionJar.Run run = jar.run(folder, "run", "--config", config.toString());

        assertThat(run.exitCode()).as(run.output()).isEqualTo(1);
        assertThat(run.words()).contains("cell_metrics[w1-conc1-throughput] fail");
    }

    @Test
    void aProblemEndsTheProcessWithTwoAndOneSentence() {
        DistributionJar.Run run = jar.run(folder, "run", "--config", "absent.json");

        assertThat(run.exitCode()).as(run.output()).isEqualTo(2);
        assertThat(run.words()).contains("absent.json: does not exist");
        assertThat(run.output()).doesNotContain("\tat ");
    }

    @Test
    void theFirstCtrlCCancelsAndEndsWith130() throws Exception {
        needsSignals();
        Path output = startLongRun();
        List<ProcessHandle> servers = process.descendants().toList();
        interrupt();

        assertThat(process.waitFor(60, TimeUnit.SECONDS))
                .as(Files.readString(output))
                .isTrue();
        assertThat(process.exitValue()).isEqualTo(130);
        assertThat(servers).as("the simulator is gone").isNotEmpty().noneMatch(ProcessHandle::isAlive);
        RunRecord record = RecordJson.read(folder.resolve("target/atlas-runs/latest/run.json"));
        assertThat(record.status()).isEqualTo(Status.CANCELLED);
        assertThat(Files.readString(output)).contains("teardown").contains("exit code 130: cancelled");
    }

    @Test
    void theSecondCtrlCHaltsWith130AndLeavesNothingRunning() throws Exception {
        needsSignals();
        Path output = startLongRun();
        List<ProcessHandle> servers = process.descendants().toList();
        interrupt();
        interrupt();

        assertThat(process.waitFor(60, TimeUnit.SECONDS))
                .as(Files.readString(output))
                .isTrue();
        assertThat(process.exitValue()).isEqualTo(130);
        for (ProcessHandle server : servers) {
            server.onExit().get(60, TimeUnit.SECONDS);
        }
    }

    private Path startLongRun() throws IOException, InterruptedException {
        Path config = FixtureConfig.named("long")
                .combo("{ \"name\": \"slow\", \"isl\": 16, \"osl\": 2000 }")
                .cell("slow", 1)
                .simulator("--sim-decode-step-ms", "50")
                .recordOnly()
                .writeTo(folder);
        Path output = folder.resolve("output.txt");
        process = jar.start(folder, output, "run", "--config", config.toString());
        while (!Files.readString(output).contains("cell 1 of 1")) {
            assertThat(process.isAlive()).as(Files.readString(output)).isTrue();
            process.waitFor(50, TimeUnit.MILLISECONDS);
        }
        return output;
    }

    private void interrupt() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    }

    private static void needsSignals() {
        assumeTrue(
                Files.isExecutable(Path.of("/bin/kill")) || Files.isExecutable(Path.of("/usr/bin/kill")),
                "no kill here");
    }
}
