package atlas.validation.engine;

import static atlas.validation.engine.WrongInput.GOOD_LIMIT;
import static atlas.validation.engine.WrongInput.limit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Limits that cannot be read, fit nothing, or would let the bad pass. */
@Timeout(120)
class WrongLimitsIT {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("limits")
    void isToldInOneSentenceWithItsPlaceAndTheNextStep(WrongInput wrong) throws IOException, GeneralSecurityException {
        wrong.check(folder);
    }

    static Stream<WrongInput> limits() {
        return Stream.of(
                limit(
                        "limits that are no JSON",
                        "{ \"w1-conc1\": ",
                        "a_threshold.json",
                        "a_threshold.json:1: the file ends in the middle of the JSON; close every brace"),
                limit(
                        "limits for another cell",
                        "{ \"w1-conc9\": " + GOOD_LIMIT + " }",
                        "a_threshold.json",
                        "a_threshold.json:1 /w1-conc9: 'w1-conc9' fits no cell of the sweep; did you mean w1-conc1?"),
                limit(
                        "a figure that nobody knows",
                        "{ \"w1-conc1\": { \"mean_tfft_ms\": { \"kind\": \"max_ms\", \"value\": 1 } } }",
                        "a_threshold.json:1 /w1-conc1/mean_tfft_ms: no metric is called 'mean_tfft_ms'; did you mean mean_ttft_ms"),
                limit(
                        "a kind that nobody knows",
                        "{ \"w1-conc1\": { \"mean_ttft_ms\": { \"kind\": \"most\", \"value\": 1 } } }",
                        "a_threshold.json:1 /w1-conc1/mean_ttft_ms/kind",
                        "\"most\" is unknown; known are min, max,"),
                limit(
                        "a limit from the wrong side",
                        "{ \"w1-conc1\": { \"mean_ttft_ms\": { \"kind\": \"min\", \"value\": 1 } } }",
                        "a_threshold.json:1 /w1-conc1/mean_ttft_ms: 'min' on mean_ttft_ms lets the bad pass: lower is better; use 'max_ms'"),
                limit(
                        "a limit without a value",
                        "{ \"w1-conc1\": { \"mean_ttft_ms\": { \"kind\": \"max_ms\" } } }",
                        "a_threshold.json:1 /w1-conc1/mean_ttft_ms",
                        "value is missing; write a finite number"),
                new WrongInput(
                        "no limits where they are enforced",
                        "configuration",
                        List.of(
                                "a.json:5 /enforce_thresholds: thresholds are enforced, but there is no threshold file; write thresholds/a_threshold.json"),
                        folder -> {
                            Files.delete(folder.resolve("a_threshold.json"));
                            return List.of();
                        }),
                new WrongInput(
                        "two files of limits",
                        "configuration",
                        List.of(
                                "a.json:1: several threshold files may be meant:",
                                "c_threshold.json; name one with threshold_json"),
                        folder -> {
                            Files.move(folder.resolve("a_threshold.json"), folder.resolve("b_threshold.json"));
                            Files.copy(folder.resolve("b_threshold.json"), folder.resolve("c_threshold.json"));
                            return List.of();
                        }));
    }
}
