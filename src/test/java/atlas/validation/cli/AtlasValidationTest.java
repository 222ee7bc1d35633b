package atlas.validation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line itself: help, version, completion, and what is not there. */
class AtlasValidationTest {

    @Test
    void helpNamesEveryCommand() {
        CommandRun help = CommandRun.of("--help");

        assertThat(help.exitCode()).isZero();
        assertThat(help.out()).contains("run", "simulator", "completion", "First contact: atlas-validation run");
    }

    @Test
    void everyKnobHasAnOptionInTheHelpOfRun() {
        String help = CommandRun.of("run", "--help").out();

        assertThat(Knobs.OPTIONS.values()).allSatisfy(option -> assertThat(help).contains(option));
    }

    /** The library formats every text, and complains of a percent sign that stands for itself. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "run",
                "plan",
                "validate",
                "doctor",
                "config",
                "setup",
                "deck",
                "gate",
                "diff",
                "calibrate",
                "simulator"
            })
    void noHelpTextIsComplainedOf(String command) {
        PrintStream real = System.err;
        ByteArrayOutputStream complaints = new ByteArrayOutputStream();
        System.setErr(new PrintStream(complaints, true, StandardCharsets.UTF_8));
        try {
            assertThat(CommandRun.of(command, "--help").exitCode()).isZero();
        } finally {
            System.setErr(real);
        }
        assertThat(complaints.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void theVersionNamesTheJava() {
        CommandRun version = CommandRun.of("--version");

        assertThat(version.exitCode()).isZero();
        assertThat(version.out())
                .contains("Atlas Validation Suite")
                .contains("Java " + System.getProperty("java.version"));
    }

    @Test
    void completionKnowsTheCommandsAndTheirOptions() {
        CommandRun completion = CommandRun.of("completion");

        assertThat(completion.exitCode()).isZero();
        assertThat(completion.out()).contains("--exclude-groups").contains("complete -F");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "rum", "run --confg=x", "run -Dconfg=x", "run --config", "run surplus"})
    void aWrongCallIsTwoLinesAndExitCodeTwo(String line) {
        CommandRun wrong = CommandRun.of(line.isEmpty() ? new String[0] : line.split(" "));

        assertThat(wrong.exitCode()).as(wrong.toString()).isEqualTo(2);
        assertThat(wrong.out()).isEmpty();
        assertThat(wrong.err()).startsWith("error: ").contains("--help").doesNotContain("Exception");
        assertThat(wrong.err().lines().count()).isBetween(2L, 3L);
    }

    @Test
    void aMistypedOptionIsAnsweredWithTheNearestOne() {
        assertThat(CommandRun.of("run", "--confg=x").err())
                .contains("did you mean")
                .contains("--config");
        assertThat(CommandRun.of("run", "-Dconfg=x").err()).contains("did you mean config");
        assertThat(CommandRun.of("rum").err()).contains("did you mean run");
    }

    @Test
    void helpIsColouredOnATerminalAlone() {
        assertThat(CommandRun.onTerminal(Map.of("COLUMNS", "100"), "--help").out())
                .contains("\u001b[");
        assertThat(CommandRun.onTerminal(Map.of("COLUMNS", "100", "NO_COLOR", "1"), "--help")
                        .out())
                .doesNotContain("\u001b[");
        assertThat(CommandRun.of("--help").out()).doesNotContain("\u001b[");
    }
}
