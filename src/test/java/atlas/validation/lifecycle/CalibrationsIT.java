package atlas.validation.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.client.Calibration;
import atlas.validation.client.Cancellation;
import atlas.validation.client.CellLoad;
import atlas.validation.client.Endpoint;
import atlas.validation.client.LoadClient;
import atlas.validation.client.RequestTemplate;
import atlas.validation.client.TimeLimits;
import atlas.validation.record.CellId;
import atlas.validation.workload.Prompt;
import atlas.validation.workload.PromptSource;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a run does about a null server that dies under it. */
@Timeout(120)
class CalibrationsIT {

    private static final Duration LONG = Duration.ofSeconds(20);

    /** The server under test, which no calibration may ask anything: nobody listens there. */
    private static final Endpoint UNDER_TEST = new Endpoint(URI.create("http://127.0.0.1:1"), null);

    private final Cancellation cancellation = new Cancellation();
    private final Calibrations calibrations = new Calibrations();
    private final LoadClient client = new LoadClient(
            UNDER_TEST, new RequestTemplate("m", Map.of(), Map.of(), Map.of()), new TimeLimits(LONG, LONG, LONG));

    @AfterEach
    void closeAll() {
        client.close();
        calibrations.close();
    }

    @Test
    void aNullServerThatDiesIsStartedAnewOnceAndThenGivenUpWithASentence() {
        calibrations.prepare();
        assertMeasured(calibrate(1));

        calibrations.kill();
        assertMeasured(calibrate(2));

        calibrations.kill();
        Calibration.Result gone = calibrate(3);
        assertThat(gone.ttftOverheadMs()).isNull();
        assertThat(gone.trouble())
                .startsWith("the null server has died, and so has the one before it; it is not started again (");

        assertThat(calibrate(4)).as("no later cell waits for it").isSameAs(gone);
        assertMeasured(calibrate(1));
    }

    @Test
    void aNullServerThatIsKilledWithTheRunIsNotStartedAnew() {
        calibrations.prepare();
        assertMeasured(calibrate(1));

        cancellation.cancel();
        calibrations.kill();

        assertThat(calibrate(2).trouble()).isNotNull().doesNotContain("has died");
    }

    private static void assertMeasured(Calibration.Result result) {
        assertThat(result.trouble()).isNull();
        assertThat(result.ttftOverheadMs()).isNotNull();
    }

    private Calibration.Result calibrate(int users) {
        CellLoad load = new CellLoad("t", CellId.ofConcurrency("w", users), new Same(), users, 0, users);
        return calibrations.of(client, load, cancellation);
    }

    private record Same() implements PromptSource {

        @Override
        public Prompt measured(int index) {
            return new Prompt("measured", 4, false);
        }

        @Override
        public Prompt warmup(int index) {
            return new Prompt("warm-up", 4, false);
        }
    }
}
