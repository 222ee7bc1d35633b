package atlas.validation.cli;

import atlas.validation.report.PlainText;
import java.io.PrintStream;

/**
 * The last line of a terminal, rewritten in place while something goes on; elsewhere it does not exist. Whoever prints
 * a line erases it first. Not safe for use by several threads.
 */
final class LiveLine {

    private static final String ERASE = "\r\u001b[2K";
    private static final int BAR = 24;

    private final Terminal terminal;
    private final PrintStream out;
    private boolean shown;

    LiveLine(Terminal terminal) {
        this.terminal = terminal;
        this.out = terminal.out();
    }

    boolean exists() {
        return terminal.live();
    }

    /** Shows a text in the place of what was shown; what is too long for the line is cut. */
    void show(String text) {
        if (terminal.live()) {
            out.print(ERASE + PlainText.shorten(PlainText.oneLine(text), terminal.width() - 1));
            out.flush();
            shown = true;
        }
    }

    /** Shows how much of something is done, as a bar before a text. */
    void show(int done, int of, String text) {
        int full = of == 0 ? 0 : (int) Math.min(BAR, (long) BAR * done / of);
        String filled = (terminal.unicode() ? "█" : "#").repeat(full);
        String open = (terminal.unicode() ? "░" : "-").repeat(BAR - full);
        show("[%s%s] %d/%d %s".formatted(filled, open, done, of, text));
    }

    void erase() {
        if (shown) {
            out.print(ERASE);
            out.flush();
            shown = false;
        }
    }
}
