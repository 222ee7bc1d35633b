package atlas.validation.config;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.CellId;
import atlas.validation.record.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the load of each cell is read: at a concurrency or a rate, by number or by the clock. */
class LoadSettingsTest {

    private ConfigFolder folder;

    @BeforeEach
    void create(@TempDir Path root) {
        folder = new ConfigFolder(root).whole();
    }

    @Test
    void aRunWithARateIsACellOfThatRate() {
        folder.changed("\"concurrency\": 2", "\"request_rate\": 0.5, \"num_prompts\": 9");

        SweepRun run = folder.config().sweep().runs().getFirst();
        assertThat(run.id()).isEqualTo(CellId.ofRate("short", 0.5));
        assertThat(run.id().value()).isEqualTo("short-rate0.5");
        assertThat(run.id().thresholdKey(128, 24, 1, 1)).isEqualTo("ISL=128,OSL=24,TP=1,PP=1,RATE=0.5");
        assertThat(run.numPrompts()).isEqualTo(9);
        assertThat(run.duration()).isNull();
    }

    @Test
    @DisplayName("F8 no arrival is due after the duration: a part of a gap at its end has none")
    void durationIsNeverExceeded() {
        folder.changed("\"concurrency\": 2", "\"request_rate\": 0.26, \"duration_s\": 10");
        assertThat(folder.config().sweep().runs().getFirst().numPrompts()).isEqualTo(2);
    }

    @Test
    void aRateThatBinaryFractionsOnlyComeNearToLosesNoArrival() {
        folder.changed("\"concurrency\": 2", "\"request_rate\": 0.1, \"duration_s\": 30");
        assertThat(folder.config().sweep().runs().getFirst().numPrompts()).isEqualTo(3);
    }

    @Test
    void theNumberOfArrivalsFollowsFromRateAndDuration() {
        folder.changed("\"concurrency\": 2", "\"request_rate\": 8, \"duration_s\": 60, \"num_prompts\": 1000");

        SweepRun byClock = folder.config().sweep().runs().getFirst();
        assertThat(byClock.numPrompts()).isEqualTo(480);
        assertThat(byClock.duration()).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void f9OfTwoLimitsTheOneThatIsReachedFirstEndsACellAtARate() {
        folder.changed("\"concurrency\": 2", "\"request_rate\": 8, \"duration_s\": 60, \"num_prompts\": 100");

        SweepRun byNumber = folder.config().sweep().runs().getFirst();
        assertThat(byNumber.numPrompts()).isEqualTo(100);
        assertThat(byNumber.duration()).isNull();
    }

    @Test
    void theDefaultNumberEndsNoCellThatHasADuration() {
        folder.changed("\"num_prompts\": 100", "\"duration_s\": 2.5");

        SweepRun run = folder.config().sweep().runs().getFirst();
        assertThat(run.numPrompts()).isNull();
        assertThat(run.duration()).isEqualTo(Duration.ofMillis(2500));
    }

    @Test
    void theRateOfParamsIsForRunsWithoutALoad() throws IOException {
        Path fixture = Path.of("src/test/resources/config/fixtures/config/good/rate-of-all-runs.json");
        folder.write(ConfigFolder.CONFIG, Files.readString(fixture));

        assertThat(folder.config().sweep().runs())
                .extracting(run -> run.id().value())
                .containsExactly("w1-rate4", "w1-conc2");
    }

    @Test
    void aRateThatNoRunTakesIsWarnedOf() {
        folder.changed("\"num_prompts\": 100", "\"num_prompts\": 100, \"request_rate\": 4, \"ramp_s\": 5");

        assertThat(folder.load().warnings())
                .extracting(Problem::message)
                .contains(
                        "params.request_rate has no effect, as every run has a concurrency",
                        "params.ramp_s has no effect, as no run has a request_rate");
    }

    @Test
    void e22BurstinessAloneAsksForGamma() {
        folder.changed("\"num_prompts\": 100", "\"burstiness\": 0.25");

        LoadSettings load = folder.config().params().load();
        assertThat(load.arrival()).isEqualTo(Arrival.GAMMA);
        assertThat(load.burstiness()).isEqualTo(0.25);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"max_concurrency\": 0", "\"request_rate\": 0"})
    void f5NoneIsNoLimitButAProblem(String param) {
        folder.changed("\"num_prompts\": 100", param);

        assertThat(folder.problems()).singleElement().asString().contains("must be a");
    }

    @Test
    void warmUpAtARateIsASecondOfArrivalsWithinReason() {
        Params params = folder.config().params();

        assertThat(params.warmupRequests(0.5)).isEqualTo(4);
        assertThat(params.warmupRequests(20.5)).isEqualTo(21);
        assertThat(params.warmupRequests(500.0)).isEqualTo(64);
        assertThat(params.warmupRequests(500)).isEqualTo(500);
    }
}
