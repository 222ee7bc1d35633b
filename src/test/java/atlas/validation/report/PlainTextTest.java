package atlas.validation.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlainTextTest {

    @Test
    void removesTerminalSequencesAndLineBreaks() {
        assertThat(PlainText.oneLine("\u001b[31mred\u001b[0m\r\nnext\u2028line\u001b]0;title\u0007 \t end\u202e"))
                .isEqualTo("red next line end");
    }

    @Test
    void wrapsAtSpacesWithAHangingIndent() {
        assertThat(PlainText.wrap("one two three four", "- ", "  ", 12)).containsExactly("- one two", "  three four");
    }

    @Test
    void breaksAWordThatIsLongerThanALine() {
        assertThat(PlainText.wrap("ab cdefghijklmnopqrstuvw xy", "", " ", 10))
                .containsExactly("ab", " cdefghijk", " lmnopqrst", " uvw xy");
    }

    @Test
    void shortensInTheMiddleAndKeepsTheEnd() {
        assertThat(PlainText.shorten("w1_a_rather_long_shape_name-conc128", 20))
                .hasSize(20)
                .endsWith("-conc128")
                .contains("..");
        assertThat(PlainText.shorten("short", 20)).isEqualTo("short");
    }
}
