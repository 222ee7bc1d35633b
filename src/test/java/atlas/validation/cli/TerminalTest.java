package atlas.validation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {

    private final PrintStream out = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);

    private Terminal terminal(boolean terminal, Map<String, String> environment) {
        return Terminal.of(out, out, terminal, environment);
    }

    @Test
    void aPipeIsNeitherColouredNorRewritten() {
        Terminal pipe = terminal(false, Map.of("COLUMNS", "70"));

        assertThat(pipe.live()).isFalse();
        assertThat(pipe.colours()).isFalse();
        assertThat(pipe.width()).isEqualTo(Terminal.DEFAULT_WIDTH);
    }

    @Test
    void aTerminalIsColouredAndAsWideAsItSays() {
        Terminal terminal = terminal(true, Map.of("COLUMNS", "90", "TERM", "xterm"));

        assertThat(terminal.live()).isTrue();
        assertThat(terminal.colours()).isTrue();
        assertThat(terminal.width()).isEqualTo(90);
    }

    @Test
    void noColorKeepsTheColoursOutAndTheLiveLineIn() {
        Terminal terminal = terminal(true, Map.of("COLUMNS", "90", "NO_COLOR", "1"));

        assertThat(terminal.colours()).isFalse();
        assertThat(terminal.live()).isTrue();
        assertThat(terminal(true, Map.of("COLUMNS", "90", "NO_COLOR", "")).colours())
                .as("an empty NO_COLOR is none, as its convention has it")
                .isTrue();
    }

    @Test
    void aDumbTerminalTakesPlainLines() {
        Terminal dumb = terminal(true, Map.of("TERM", "dumb", "COLUMNS", "90"));

        assertThat(dumb.live()).isFalse();
        assertThat(dumb.colours()).isFalse();
    }

    @Test
    void aTreeIsDrawnInWhatTheStreamCanWrite() {
        PrintStream ascii = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.US_ASCII);

        assertThat(Terminal.plain(out, out).unicode()).isTrue();
        assertThat(Terminal.plain(ascii, ascii).unicode()).isFalse();
    }
}
