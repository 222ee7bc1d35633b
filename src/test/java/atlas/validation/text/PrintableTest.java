package atlas.validation.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {

    @Test
    void ordinaryTextStaysAsItIs() {
        assertThat(Printable.of("w1 größer 你好 🙂 \"x\"")).isEqualTo("w1 größer 你好 🙂 \"x\"");
    }

    @Test
    void whatATerminalWouldObeyIsEscaped() {
        assertThat(Printable.of("a\0b\u001b[2J\n\r\t\u202e\u2028\ud800"))
                .isEqualTo("a\\u0000b\\u001B[2J\\n\\r\\t\\u202E\\u2028\\uD800");
    }

    @Test
    void formatCharactersBeyondTheFirstPlaneAreTwoEscapes() {
        assertThat(Printable.of("x\udb40\udc01")).isEqualTo("x\\uDB40\\uDC01");
    }
}
