package atlas.validation.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.RunRecord;
import atlas.validation.testing.HostileRecord;
import atlas.validation.testing.RecordFixtures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GitHubActionsTest {

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @TempDir
    Path folder;

    @Test
    void isSilentElsewhere() {
        assertThat(show(Map.of(), RecordFixtures.twoServersFailing())).isEmpty();

        assertThat(printed.size()).isZero();
    }

    @Test
    void everyFailingGateIsMarkedAtItsLine() {
        show(Map.of("GITHUB_ACTIONS", "true"), RecordFixtures.twoServersFailing());

        assertThat(printed.toString(UTF_8).lines())
                .hasSize(2)
                .allSatisfy(line -> assertThat(line)
                        .matches("::error file=thresholds/l40s_atlas_threshold.json,line=\\d+::.+ w1_1k_1k-conc32 .+"));
    }

    @Test
    void problemsAreMarkedToo() {
        show(Map.of("GITHUB_ACTIONS", "true"), RecordFixtures.problemsOnly());

        assertThat(printed.toString(UTF_8).lines())
                .hasSize(3)
                .anySatisfy(line -> assertThat(line).startsWith("::error file=configs/l40s_atlas.json,line=17::"))
                .anySatisfy(line -> assertThat(line).startsWith("::error::-Dcluster names"));
    }

    @Test
    void h16_hostileTextCannotEndItsLineOrItsProperty() {
        show(Map.of("GITHUB_ACTIONS", "true"), HostileRecord.record());

        assertThat(printed.toString(UTF_8).lines())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).startsWith("::error file=").contains(",line=1::"));
    }

    @Test
    void theSummaryIsAppendedToWhatIsThere() throws IOException {
        Path summary = Files.writeString(folder.resolve("summary"), "earlier\n");

        assertThat(show(Map.of("GITHUB_STEP_SUMMARY", summary.toString()), RecordFixtures.simulatedPass()))
                .isEmpty();

        assertThat(summary).content().startsWith("earlier\n## Atlas Validation: pass");
        assertThat(printed.size()).isZero();
    }

    @Test
    void aSummaryThatCannotBeWrittenIsToldAndThrowsNothing() {
        assertThat(show(Map.of("GITHUB_STEP_SUMMARY", folder.toString()), RecordFixtures.simulatedPass()))
                .hasValueSatisfying(
                        sentence -> assertThat(sentence).startsWith("cannot append the summary to " + folder));
    }

    private Optional<String> show(Map<String, String> environment, RunRecord record) {
        return new GitHubActions(environment::get, new PrintStream(printed, true, UTF_8)).show(record);
    }
}
