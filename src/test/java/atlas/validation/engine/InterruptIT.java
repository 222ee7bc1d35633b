package atlas.validation.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import atlas.validation.record.CellRecord;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Status;
import atlas.validation.report.RecordJson;
import atlas.validation.testing.FixtureConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C, on a process of its own that runs the suite as a build tool would. */
class InterruptIT {

    private static final String LIMIT = "{ \"mean_ttft_ms\": { \"kind\": \"max_ms\", \"value\": 60000 } }";

    @TempDir
    private Path folder;

    private Process suite;
    private Path output;

    @BeforeEach
    void needsSignals() {
        assumeTrue(
                Files.isExecutable(Path.of("/bin/kill")) || Files.isExecutable(Path.of("/usr/bin/kill")),
                "no kill here");
    }

    @AfterEach
    void endTheSuite() {
        if (suite != null) {
            suite.descendants().forEach(ProcessHandle::destroyForcibly);
            suite.destroyForcibly();
        }
    }

    @Test
    void h10_theFirstSignalCancelsAndLeavesAWholeRecord() throws Exception {
        start();
        awaitOutput("cell 2 of 2");
        List<ProcessHandle> servers = suite.descendants().toList();
        interrupt();

        assertThat(suite.waitFor(60, TimeUnit.SECONDS)).as(output()).isTrue();
        assertThat(suite.exitValue()).isNotZero();
        assertThat(servers).as("the simulator is gone").isNotEmpty().noneMatch(ProcessHandle::isAlive);
        RunRecord record = RecordJson.read(folder.resolve("runs/latest/run.json"));
        assertThat(record.status()).isEqualTo(Status.CANCELLED);
        assertThat(record.exitCode()).isEqualTo(130);
        List<CellRecord> cells = record.targets().getFirst().cells();
        assertThat(cells.get(0).status())
                .as("what was measured before keeps its verdict")
                .isEqualTo(Status.PASS);
        assertThat(cells.get(1).status()).isEqualTo(Status.SKIPPED);
        assertThat(cells.get(1).message()).startsWith("skipped: cancelled after ");
        assertThat(record.targets().getFirst().stages())
                .anyMatch(stage -> stage.name().equals("teardown") && stage.status() == Status.PASS);
        assertThat(folder.resolve("runs/latest/run_deck.html")).content().contains("cancelled");
    }

    @Test
    void h10_theSecondSignalEndsAtOnceAndLeavesNothingRunning() throws Exception {
        start();
        awaitOutput("cell 2 of 2");
        List<ProcessHandle> servers = suite.descendants().toList();
        interrupt();
        interrupt();

        assertThat(suite.waitFor(60, TimeUnit.SECONDS)).as(output()).isTrue();
        for (ProcessHandle server : servers) {
            server.onExit().get(10, TimeUnit.SECONDS);
        }
        assertThat(servers).isNotEmpty().noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void aServerDoesNotOutliveASuiteThatIsKilled() throws Exception {
        start();
        awaitOutput("cell 1 of 2");
        List<ProcessHandle> servers = suite.descendants().toList();
        suite.destroyForcibly();

        for (ProcessHandle server : servers) {
            server.onExit().get(30, TimeUnit.SECONDS);
        }
        assertThat(servers).isNotEmpty().noneMatch(ProcessHandle::isAlive);
    }

    private void start() throws IOException {
        Path config = FixtureConfig.named("long")
                .cell("w1", 1)
                .cell("w2", 2)
                .combo("{ \"name\": \"w2\", \"isl\": 16, \"osl\": 20000 }")
                .limits("w1-conc1", LIMIT)
                .limits("w2-conc2", LIMIT)
                .writeTo(folder);
        output = folder.resolve("output.txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "-Dconfig=" + config,
                "-Druns.dir=" + folder.resolve("runs"),
                SuiteMain.class.getName()));
        suite = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    private void interrupt() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", Long.toString(suite.pid())).start().waitFor();
    }

    private void awaitOutput(String text) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!output().contains(text)) {
            assertThat(suite.isAlive() && System.nanoTime() < deadline)
                    .as(output())
                    .isTrue();
            suite.waitFor(50, TimeUnit.MILLISECONDS);
        }
    }

    private String output() throws IOException {
        return Files.readString(output);
    }
}
