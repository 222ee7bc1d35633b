package atlas.validation.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Lays out a table of plain text. A column is as wide as its widest value up to a limit; a longer value is shortened in
 * the middle, so that no value ever moves the columns to its right.
 */
public final class TextTable {

    private static final String GAP = "  ";

    private final List<Column> columns;
    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(List<Column> columns) {
        this.columns = List.copyOf(columns);
    }

    /**
     * One column.
     *
     * @param title its head
     * @param widest greatest width
     * @param right whether values stand at the right, as figures do
     */
    public record Column(String title, int widest, boolean right) {

        public static Column text(String title, int widest) {
            return new Column(title, widest, false);
        }

        public static Column figure(String title, int widest) {
            return new Column(title, widest, true);
        }
    }

    public void add(List<String> values) {
        if (values.size() != columns.size()) {
            throw new IllegalArgumentException(
                    "a row must have %d values, got [%d]".formatted(columns.size(), values.size()));
        }
        rows.add(List.copyOf(values));
    }

    /** Returns head, rule and rows, each beginning with {@code indent}. */
    public List<String> lines(String indent) {
        List<String> titles = columns.stream().map(Column::title).toList();
        int[] widths = widths(titles);
        List<String> lines = new ArrayList<>();
        lines.add(line(indent, titles, widths));
        int length = (columns.size() - 1) * GAP.length();
        for (int width : widths) {
            length += width;
        }
        lines.add(indent + "-".repeat(length));
        for (List<String> row : rows) {
            lines.add(line(indent, row, widths));
        }
        return lines;
    }

    private int[] widths(List<String> titles) {
        int[] widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            int widest = titles.get(i).length();
            for (List<String> row : rows) {
                widest = Math.max(widest, row.get(i).length());
            }
            widths[i] = Math.min(widest, columns.get(i).widest());
        }
        return widths;
    }

    private String line(String indent, List<String> values, int[] widths) {
        StringBuilder line = new StringBuilder(indent);
        for (int i = 0; i < widths.length; i++) {
            String value = PlainText.shorten(values.get(i), widths[i]);
            String padding = " ".repeat(widths[i] - value.length());
            line.append(i == 0 ? "" : GAP);
            line.append(columns.get(i).right() ? padding + value : value + padding);
        }
        return line.toString().stripTrailing();
    }
}
