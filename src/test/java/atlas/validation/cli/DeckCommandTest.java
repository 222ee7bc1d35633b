package atlas.validation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.metric.MetricRegistry;
import atlas.validation.record.RunRecord;
import atlas.validation.report.RecordJson;
import atlas.validation.report.RunDeck;
import atlas.validation.testing.RecordFixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeckCommandTest {

    @TempDir
    private Path folder;

    private String rendered;

    @BeforeEach
    void writeARecord() throws IOException {
        RunRecord record = RecordFixtures.twoServersFailing();
        Files.writeString(folder.resolve("run.json"), RecordJson.write(record));
        rendered = RunDeck.render(record, MetricRegistry.standard());
    }

    @Test
    void theDeckIsMadeAgainFromTheRecordAloneByteForByte() {
        CommandRun deck = CommandRun.in(folder, "deck", "run.json");

        assertThat(deck.exitCode()).as(deck.toString()).isZero();
        assertThat(folder.resolve("run_deck.html")).hasContent(rendered);
        assertThat(deck.out().strip()).endsWith("run_deck.html");
    }

    @Test
    void theFolderOfARunWillDoAndThePageGoesWhereItIsAsked() {
        CommandRun deck = CommandRun.in(folder, "deck", ".", "-o", "elsewhere.html");

        assertThat(deck.exitCode()).as(deck.toString()).isZero();
        assertThat(folder.resolve("elsewhere.html")).hasContent(rendered);
        assertThat(folder.resolve("run_deck.html")).doesNotExist();
    }

    @Test
    void whatIsNoRecordIsOneSentenceAndExitCodeTwo() throws IOException {
        Files.writeString(folder.resolve("other.json"), "{ \"a\": ");

        CommandRun broken = CommandRun.in(folder, "deck", "other.json");
        CommandRun absent = CommandRun.in(folder, "deck", "absent.json");

        assertThat(broken.exitCode()).isEqualTo(2);
        assertThat(broken.err()).contains("other.json").doesNotContain("\tat ");
        assertThat(absent.exitCode()).isEqualTo(2);
        assertThat(absent.err()).contains("absent.json does not exist");
        assertThat(CommandRun.in(folder, "-X", "deck", "other.json").err()).contains("\tat ");
    }
}
