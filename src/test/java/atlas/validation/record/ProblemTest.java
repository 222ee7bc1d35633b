package atlas.validation.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProblemTest {

    @Test
    void problemsStandByFileAndLineAndThoseOfAWholeFileFirst() {
        Problem knob = Problem.ofSetting("a knob", null);

        assertThat(Problem.byPlace(List.of(
                        knob,
                        at("b", 76),
                        at("a", 3),
                        at("b", 74),
                        at("b", null),
                        at("a", 1),
                        at("b", 11),
                        at("a", 1))))
                .containsExactly(
                        knob, at("b", null), at("b", 11), at("b", 74), at("b", 76), at("a", 1), at("a", 1), at("a", 3));
    }

    private static Problem at(String file, @Nullable Integer line) {
        return new Problem(file, line, null, "wrong", null);
    }
}
