package atlas.validation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.testing.FixtureConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real runs, held against limits, against each other, and made limits from. */
class GateDiffCalibrateIT {

    private static final int RUNS = 5;

    @TempDir
    private static Path folder;

    private static List<Path> runs;

    @BeforeAll
    static void runTheSameConfigSeveralTimes() throws IOException {
        Path config = FixtureConfig.named("small")
                .cell("w1", 2)
                .requests(40)
                .recordOnly()
                .writeTo(folder);
        for (int i = 0; i < RUNS; i++) {
            CommandRun run = CommandRun.of(
                    "run",
                    "--config",
                    config.toString(),
                    "--runs-dir",
                    folder.resolve("runs").toString());
            assertThat(run.exitCode()).as(run.toString()).isZero();
        }
        try (Stream<Path> all = Files.list(folder.resolve("runs"))) {
            runs = new ArrayList<>(all.filter(path -> !Files.isSymbolicLink(path) && Files.isDirectory(path))
                    .sorted(Comparator.comparing(Path::toString))
                    .toList());
        }
        assertThat(runs).hasSize(RUNS);
    }

    private static Path thresholds(String name, String limits) throws IOException {
        return Files.writeString(folder.resolve(name), "{ \"w1-conc2\": " + limits + " }\n");
    }

    @Test
    void aRunIsJudgedAgainByOtherLimits() throws IOException {
        Path hard = thresholds("hard.json", "{ \"output_throughput\": { \"kind\": \"min\", \"value\": 1e9 } }");
        Path easy = thresholds("easy.json", "{ \"output_throughput\": { \"kind\": \"min\", \"value\": 1 } }");
        String run = runs.getFirst().toString();

        CommandRun missed = CommandRun.in(folder, "gate", run, hard.toString());
        CommandRun met = CommandRun.in(folder, "gate", run, easy.toString());
        CommandRun recorded = CommandRun.in(folder, "gate", run, hard.toString(), "--enforce=false");

        assertThat(missed.exitCode()).as(missed.toString()).isEqualTo(1);
        assertThat(missed.words())
                .contains("VERDICT: FAIL")
                .contains("output_throughput")
                .contains("hard.json:1")
                .contains("stay as they are")
                .doesNotContain("run_deck.html");
        assertThat(met.exitCode()).as(met.toString()).isZero();
        assertThat(met.out()).contains("VERDICT: PASS");
        assertThat(recorded.exitCode()).as(recorded.toString()).isZero();
        assertThat(recorded.out()).contains("VERDICT: RECORD");
    }

    @Test
    void limitsThatFitNoCellAreProblems() throws IOException {
        Path other = Files.writeString(
                folder.resolve("other.json"),
                "{ \"w9-conc2\": { \"output_throughput\": { \"kind\": \"min\", \"value\": 1 } } }");

        CommandRun gate = CommandRun.in(folder, "gate", runs.getFirst().toString(), other.toString());

        assertThat(gate.exitCode()).as(gate.toString()).isEqualTo(2);
        assertThat(gate.err()).contains("w9-conc2");
    }

    @Test
    void twoRunsAreHeldAgainstEachOther() {
        CommandRun diff = CommandRun.in(
                folder, "diff", runs.get(0).toString(), runs.get(1).toString(), "--all");

        assertThat(diff.exitCode()).as(diff.toString()).isZero();
        assertThat(diff.out()).contains("small -> small").contains("w1-conc2").contains("output_throughput");
    }

    /** One measurement each tells nothing of chance, and a reader must not take better and worse for more than that. */
    @Test
    void whereTheNoiseIsUnknownBetterAndWorseAreSaidToBePerhapsChance() throws IOException {
        Path doubtful = Files.createDirectories(folder.resolve("doubtful")).resolve("run.json");
        String record = Files.readString(runs.getFirst().resolve("run.json"));
        Files.writeString(doubtful, record.replaceAll("(\"output_throughput\" ?: ?)[0-9.]+", "$1123456.5"));

        CommandRun diff = CommandRun.in(folder, "diff", runs.getFirst().toString(), doubtful.toString());
        CommandRun same = CommandRun.in(
                folder, "diff", runs.getFirst().toString(), runs.getFirst().toString());

        assertThat(diff.words()).contains("output_throughput").contains("any difference above 2 %, and may be chance");
        assertThat(same.words()).doesNotContain("may be chance");
    }

    @Test
    void limitsAreMadeFromTheNoiseAndHoldForTheRunsThatTheyWereMadeFrom() throws IOException {
        Path file = folder.resolve("made_threshold.json");

        CommandRun dry = CommandRun.in(
                folder, "calibrate", "--runs", "runs", "--margin", "20", "-o", file.toString(), "--dry-run");
        assertThat(dry.exitCode()).as(dry.toString()).isZero();
        assertThat(file).doesNotExist();

        CommandRun made = CommandRun.in(folder, "calibrate", "--runs", "runs", "--margin", "20", "-o", file.toString());
        assertThat(made.exitCode()).as(made.toString()).isZero();
        assertThat(file).content().contains("success_rate").contains("_from");

        CommandRun gate = CommandRun.in(folder, "gate", runs.get(2).toString(), file.toString(), "--inconclusive=pass");
        assertThat(gate.exitCode()).as(gate.toString()).isZero();
    }

    @Test
    void whatIsNoRunIsOneSentence() {
        CommandRun absent =
                CommandRun.in(folder, "diff", "absent", runs.getFirst().toString());
        CommandRun none = CommandRun.in(folder, "calibrate", "--runs", "absent");

        assertThat(absent.exitCode()).isEqualTo(2);
        assertThat(absent.err()).contains("absent").doesNotContain("\tat ");
        assertThat(none.exitCode()).isEqualTo(2);
        assertThat(none.err()).contains("absent").doesNotContain("\tat ");
    }
}
