package atlas.validation.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerHealthTest {

    @ParameterizedTest(name = "{0} s to become ready, {1} s since launch, {2} s for a first token: {3} s")
    @CsvSource({
        "1200, 200,  120,  120",
        "1200, 1190, 120,  10",
        "4,    1,    3600, 3",
        "4,    60,   3600, 1",
        "1200, 200,  0.5,  0.5",
    })
    void theFirstTokenHasWhatIsLeftToBecomeReadyAndNoMoreThanAnyOther(
            double ready, double sinceLaunch, double firstToken, double limit) {
        assertThat(ServerHealth.firstTokenLimit(seconds(ready), seconds(sinceLaunch), seconds(firstToken)))
                .isEqualTo(seconds(limit));
    }

    private static Duration seconds(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1000));
    }
}
