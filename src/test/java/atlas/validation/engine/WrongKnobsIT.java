package atlas.validation.engine;

import static atlas.validation.engine.WrongInput.knob;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Knobs on the command line that name nothing or mean nothing. */
@Timeout(120)
class WrongKnobsIT {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("knobs")
    void isToldInOneSentenceWithItsPlaceAndTheNextStep(WrongInput wrong) throws IOException, GeneralSecurityException {
        wrong.check(folder);
    }

    static Stream<WrongInput> knobs() {
        return Stream.of(
                knob(
                        "a profile that is not there",
                        "config.profile",
                        "perf",
                        "a.json: has no profiles, so -Dconfig.profile=perf chooses nothing; leave out -Dconfig.profile"),
                knob(
                        "limits that are not there",
                        "thresholds",
                        "none.json",
                        "none.json: does not exist; check the path"),
                knob(
                        "a cluster that is not there",
                        "cluster",
                        "none.json",
                        "none.json: does not exist; check the path"),
                knob(
                        "neither true nor false",
                        "enforce",
                        "maybe",
                        "-Denforce=maybe is unknown; known are true and false"),
                knob(
                        "an unknown word",
                        "inconclusive",
                        "ignore",
                        "-Dinconclusive=ignore is unknown; known are fail, warn and pass"),
                knob(
                        "no address",
                        "base.url",
                        "localhost",
                        "-Dbase.url localhost has no scheme; write http://localhost"),
                knob("an expression that is none", "groups", "w1 &", "-Dgroups='w1 &' is no tag expression"),
                knob(
                        "an expression that chooses nothing",
                        "groups",
                        "conc128",
                        "-Dgroups='conc128' chooses no row; did you mean conc1?"));
    }
}
