package atlas.validation.config;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Problem;
import atlas.validation.record.Setting;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RepeatsReaderTest {

    private ConfigFolder folder;

    @BeforeEach
    void create(@TempDir Path root) {
        folder = new ConfigFolder(root);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            1                                 | 1 | 1
            null                              | 1 | 1
            5                                 | 5 | 5
            { "min": 3, "max": 10 }           | 3 | 10
            { "_why": "x", "min": 4, "max": 4 } | 4 | 4
            """)
    void reads(String repeats, int least, int most) {
        with(repeats);

        assertThat(folder.config().params().repeats()).isEqualTo(new Repeats(least, most));
        assertThat(folder.load().warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            0                          | params.repeats must be a whole number from 1 to 1000, got 0
            1001                       | params.repeats must be a whole number from 1 to 1000, got 1001
            [3]                        | params.repeats must be a whole number from 1 to 1000, got
            2.5                        | params.repeats must be a whole number from 1 to 1000, got 2.5
            { "min": 3 }               | params.repeats.max is missing; write both, such as {"min": 3, "max": 10}
            { "max": 3 }               | params.repeats.min is missing; write both, such as {"min": 3, "max": 10}
            { "min": 2, "max": 5 }     | params.repeats.min must be a whole number from 3 to 1000, got 2
            { "min": 5, "max": 4 }     | params.repeats.max 4 is below params.repeats.min 5; write a max of at least 5
            { "min": 3, "max": 4, "mex": 5 } | params.repeats.mex is no known key; did you mean max?
            """)
    void nonsenseIsAProblem(String repeats, String problem) {
        with(repeats);

        assertThat(folder.problems()).singleElement().asString().contains(problem);
    }

    @Test
    @DisplayName("Two repeats have a mean and no spread worth the name: a warning")
    void twoAreWarnedOf() {
        with("2");

        assertThat(folder.config().params().repeats()).isEqualTo(Repeats.of(2));
        assertThat(folder.load().warnings())
                .extracting(Problem::sentence)
                .singleElement()
                .asString()
                .endsWith("params.repeats 2 tells nothing of the noise between repeats; write at least 3, or 1");
    }

    @Test
    void aCalibrationOverridesThem() {
        with("{ \"min\": 3, \"max\": 10 }");
        folder.knob("calibrate", "6");

        assertThat(folder.config().params().repeats()).isEqualTo(Repeats.of(6));
        assertThat(folder.load().effective()).containsEntry("params.repeats", new Setting(6, "-Dcalibrate"));
    }

    private void with(String repeats) {
        folder.changed("\"num_prompts\": 100", "\"repeats\": " + repeats);
    }
}
