package atlas.validation.cli;

import atlas.validation.record.Status;
import atlas.validation.report.PlainText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lays out the rows of a tree: name, what became of it, how long it took, and what there is to say beside it or, where
 * that does not fit, below it.
 */
final class RowLines {

    private static final int STATUS = 12;
    private static final int TIME = 9;
    private static final int WIDEST_NAME = 56;
    private static final int LEAST_TEXT = 24;

    private final Terminal terminal;
    private final Paint paint;
    private final int nameWidth;

    /** @param names the rows of the tree as they begin: what leads to each, and its name */
    RowLines(Terminal terminal, List<String> names) {
        this.terminal = terminal;
        this.paint = new Paint(terminal.colours());
        int widest = names.stream().mapToInt(String::length).max().orElse(0);
        this.nameWidth = Math.min(widest, Math.min(WIDEST_NAME, terminal.width() - STATUS - TIME - 4));
    }

    /** Returns the sign that leads to a row. */
    String branch(boolean last) {
        if (terminal.unicode()) {
            return last ? "└─ " : "├─ ";
        }
        return last ? "`- " : "|- ";
    }

    /** Returns what stands in the place of that sign in the lines below the row. */
    String below(boolean last) {
        if (last) {
            return "   ";
        }
        return terminal.unicode() ? "│  " : "|  ";
    }

    /** Returns a row that others stand below. */
    String container(String lead, String name) {
        return paint.faint(lead) + paint.bold(PlainText.oneLine(name));
    }

    /**
     * Returns the lines of a row.
     *
     * @param lead what leads to it
     * @param under what stands before the lines below it
     * @param time how long it took, empty where it did not run
     * @param findings what there is to say, one sentence each; the first may stand beside the row
     */
    List<String> row(
            String lead, String under, String name, Status status, @Nullable String time, List<String> findings) {
        String head = PlainText.shorten(PlainText.oneLine(name), Math.max(8, nameWidth - lead.length()));
        String padded = head + " ".repeat(Math.max(0, nameWidth - lead.length() - head.length()));
        String word = "%-" + STATUS + "s";
        String told = String.format("%" + TIME + "s", time == null ? "" : time);
        String line = paint.faint(lead) + padded + "  " + paint.status(status, word.formatted(status.word()))
                + paint.faint(told);
        int used = nameWidth + 2 + STATUS + TIME;
        List<String> lines = new ArrayList<>();
        List<String> rest = new ArrayList<>(findings);
        int room = terminal.width() - used - 2;
        if (!rest.isEmpty()
                && room >= LEAST_TEXT
                && PlainText.oneLine(rest.getFirst()).length() <= room) {
            line += "  " + PlainText.oneLine(rest.removeFirst());
        }
        lines.add(line.stripTrailing());
        String indent = under + "    ";
        for (String finding : rest) {
            for (String part : PlainText.wrap(finding, indent, indent + "  ", terminal.width())) {
                lines.add(paint.faint(under) + part.substring(under.length()));
            }
        }
        return lines;
    }
}
