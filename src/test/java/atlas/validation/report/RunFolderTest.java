package atlas.validation.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {

    private static final Instant STARTED = Instant.parse("2026-03-01T12:03:44.999Z");

    @TempDir
    Path runs;

    @Test
    void isNamedForTheConfigAndTheSecondInUtc() {
        RunFolder folder = RunFolder.create(runs.resolve("deep/runs"), "l40s_atlas", STARTED);

        assertThat(folder.runId()).isEqualTo("l40s_atlas-20260301T120344Z");
        assertThat(folder.path()).isDirectory().hasFileName(folder.runId());
    }

    @Test
    void h10_neverSharesAFolderWithAnotherRunOfTheSameSecond() {
        List<String> ids = IntStream.range(0, 8)
                .parallel()
                .mapToObj(i -> RunFolder.create(runs, "c", STARTED).runId())
                .toList();

        assertThat(ids)
                .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, 8)
                        .mapToObj(n -> "c-20260301T120344Z" + (n == 1 ? "" : "-" + n))
                        .toList());
    }

    @Test
    void latestPointsAtTheNewestRun() throws IOException {
        RunFolder.create(runs, "first", STARTED);
        RunFolder second = RunFolder.create(runs, "second", STARTED);

        assertThat(runs.resolve("latest").toRealPath()).isEqualTo(second.path().toRealPath());
        assertThat(Files.readSymbolicLink(runs.resolve("latest"))).isRelative();
        assertThat(second.latestFailure()).isEmpty();
        assertThat(temporaryFilesIn(runs)).isEmpty();
    }

    @Test
    void latestIsAOneLineFileWhereLinksFail() throws IOException {
        RunFolder folder = RunFolder.create(runs, "c", STARTED);

        LatestLink.pointTo(folder.path(), (link, target) -> {
            throw new UnsupportedOperationException("no links here");
        });

        assertThat(runs.resolve("latest")).isRegularFile().hasContent("c-20260301T120344Z\n");
        assertThat(temporaryFilesIn(runs)).isEmpty();
    }

    @Test
    void aFolderInTheWayOfLatestIsToldAndDoesNotEndTheRun() throws IOException {
        Files.createDirectories(runs.resolve("latest/precious"));

        RunFolder folder = RunFolder.create(runs, "c", STARTED);

        assertThat(folder.latestFailure())
                .hasValueSatisfying(sentence ->
                        assertThat(sentence).startsWith("cannot point to this run from " + runs.resolve("latest")));
        assertThat(runs.resolve("latest/precious")).isDirectory();
    }

    @Test
    void filesAppearWholeAndLeaveNoTemporaryNames() throws IOException {
        RunFolder folder = RunFolder.create(runs, "c", STARTED);

        folder.write("run.json", "first");
        folder.write("run.json", "second");

        assertThat(folder.file("run.json")).hasContent("second");
        assertThat(temporaryFilesIn(folder.path())).isEmpty();
    }

    @Test
    void aWriteThatFailsLeavesTheEarlierFileAndNoTemporaryOne() throws IOException {
        RunFolder folder = RunFolder.create(runs, "c", STARTED);
        folder.write("run.json", "earlier");

        assertThatExceptionOfType(RunFolderException.class)
                .isThrownBy(() -> WholeFile.write(folder.file("run.json"), out -> {
                    out.write('x');
                    throw new IOException("No space left on device");
                }))
                .withMessage(
                        "cannot write %s: the disk is full; free some space, or choose another folder with -Druns.dir"
                                .formatted(folder.file("run.json")));

        assertThat(folder.file("run.json")).hasContent("earlier");
        assertThat(temporaryFilesIn(folder.path())).isEmpty();
    }

    @Test
    void aFileInPlaceOfTheRunsFolderIsOneClearSentence() throws IOException {
        Path file = Files.writeString(runs.resolve("runs"), "");

        assertThatExceptionOfType(RunFolderException.class)
                .isThrownBy(() -> RunFolder.create(file, "c", STARTED))
                .withMessage(
                        "cannot create the folder for runs %s: a file is in the way of a folder; remove it, or choose another folder with -Druns.dir"
                                .formatted(file));
    }

    @Test
    void aFileAboveTheRunsFolderIsTheSameSentence() throws IOException {
        Path file = Files.writeString(runs.resolve("runs"), "");

        assertThatExceptionOfType(RunFolderException.class)
                .isThrownBy(() -> RunFolder.create(file.resolve("deep/er"), "c", STARTED))
                .withMessageEndingWith(
                        ": a file is in the way of a folder; remove it, or choose another folder with -Druns.dir");
    }

    @Test
    void aPlaceThatTakesNoFolderIsNotCalledMissing() {
        Path place = runs.resolve("nope");

        assertThat(RunFolderException.of("create", place, new NoSuchFileException(place.toString()))
                        .sentence())
                .isEqualTo("cannot create %s: nothing can be made there; choose another folder with -Druns.dir"
                        .formatted(place));
        assertThat(RunFolderException.of("write", place.resolve("x"), new NoSuchFileException("x"))
                        .sentence())
                .endsWith(": its folder does not exist, or was removed during the run");
    }

    @Test
    void copiesInputsAndKeepsThoseOfOneNameApart() throws IOException {
        Path config = Files.createDirectories(runs.resolve("configs")).resolve("a.json");
        Path thresholds = Files.createDirectories(runs.resolve("thresholds")).resolve("a.json");
        Files.writeString(config, "config");
        Files.writeString(thresholds, "thresholds");
        RunFolder folder = RunFolder.create(runs, "c", STARTED);

        Map<Path, Path> copies = folder.copyInputs(List.of(config, thresholds, config));

        assertThat(copies)
                .containsExactly(
                        Map.entry(config, Path.of("inputs/a.json")),
                        Map.entry(thresholds, Path.of("inputs/thresholds-a.json")));
        assertThat(folder.path().resolve("inputs/a.json")).hasContent("config");
        assertThat(folder.path().resolve("inputs/thresholds-a.json")).hasContent("thresholds");
    }

    @Test
    void logsStayInsideTheRunFolderWhateverTheNames() {
        RunFolder folder = RunFolder.create(runs, "../c", STARTED);

        assertThat(folder.path().getParent()).isEqualTo(runs);
        assertThat(folder.serverLog("a")).isEqualTo(folder.path().resolve("logs/a/server.log"));
        assertThat(folder.cellFolder("a", "w1-conc8"))
                .isEqualTo(folder.path().resolve("logs/a/w1-conc8"))
                .isDirectory();
        assertThat(folder.cellFolder("a", "../../x"))
                .hasFileName("%2E.%2F..%2Fx")
                .hasParent(folder.path().resolve("logs/a"));
    }

    private static List<String> temporaryFilesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith(".") || name.endsWith(".tmp"))
                    .toList();
        }
    }
}
