package atlas.validation.server;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.config.Driver;
import org.junit.jupiter.api.Test;

class LogWatchTest {

    private final LogWatch watch = new LogWatch(ServerDriver.of(Driver.ATLAS), LaunchListener.NONE);

    @Test
    void theFirstThatAServerDoesNotSurviveIsWhatIsTold() {
        watch.line("Error: CUDA_ERROR_OUT_OF_MEMORY");
        watch.line("Error: CUDA_ERROR_NO_BINARY_FOR_GPU");

        assertThat(watch.meaning()).startsWith(": the GPU's memory is used up");
    }

    /** Errors of Rust programs tell the outermost first, and their cause some lines below. */
    @Test
    void aCauseInALaterLineIsToldInsteadOfTheErrorAroundIt() {
        watch.line("Error: Failed to initialize CUDA backend");
        watch.line("Caused by:");
        watch.line("    0: cuModuleLoadData failed: CUDA_ERROR_NO_BINARY_FOR_GPU");
        watch.line("    1: CUDA_ERROR_OUT_OF_MEMORY");

        assertThat(watch.meaning()).startsWith(": the image holds no code for this GPU's architecture");
    }

    @Test
    void whatAServerSurvivesIsNoReason() {
        watch.line("WARN spark: SimHash semantic-loop watchdog fired");

        assertThat(watch.firstFatal()).isEmpty();
        assertThat(watch.meaning()).isEmpty();
    }
}
