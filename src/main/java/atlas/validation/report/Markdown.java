package atlas.validation.report;

import java.util.List;
import java.util.stream.Collectors;

/** Writes text of any origin into Markdown so that it stays text. */
final class Markdown {

    private Markdown() {}

    static String code(String value) {
        return "`" + PlainText.oneLine(value).replace('`', '\'').replace("|", "\\|") + "`";
    }

    /** Keeps text of any origin from being read as Markdown or HTML. */
    static String escaped(String value) {
        return PlainText.oneLine(value)
                .replace("\\", "\\\\")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replaceAll("([`*|\\[\\]#])", "\\\\$1");
    }

    /** Returns a row of a table; the cells are Markdown already. */
    static String row(List<String> cells) {
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |"));
    }
}
