package atlas.validation.report;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Makes text of any origin, a server's error or a model's answer, fit for a line of plain text. */
public final class PlainText {

    private static final Pattern ESCAPE_SEQUENCE =
            Pattern.compile("\u001b(\\[[0-?]*[ -/]*[@-~]|\\][^\u0007\u001b]*\u0007?)");
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cntrl}\\p{Cf}\\p{Zl}\\p{Zp}]+");
    private static final Pattern BLANKS = Pattern.compile("\\s{2,}");

    private static final int MOST_IN_A_SENTENCE = 1_000;

    /** Of a page of characters that do not print, enough is looked at to find a sentence in it. */
    private static final int MOST_LOOKED_AT = 16 * MOST_IN_A_SENTENCE;

    private PlainText() {}

    /** Returns {@code text} without terminal sequences, line breaks and other characters that do not print. */
    public static String oneLine(String text) {
        String visible = ESCAPE_SEQUENCE.matcher(text).replaceAll("");
        String printable = UNPRINTABLE.matcher(visible).replaceAll(" ");
        return BLANKS.matcher(printable).replaceAll(" ").strip();
    }

    /**
     * Returns {@code text} on one line that can be read at once: an error may be a page of the server's, or endless.
     */
    public static String brief(String text) {
        return shorten(oneLine(shorten(text, MOST_LOOKED_AT)), MOST_IN_A_SENTENCE);
    }

    /** Shortens in the middle, since names differ at their end: {@code w1_very_l..ng-conc128}. */
    public static String shorten(String text, int width) {
        if (text.length() <= width) {
            return text;
        }
        if (width <= 4) {
            return text.substring(0, width);
        }
        int tail = (width - 2) * 3 / 5;
        int head = width - 2 - tail;
        return text.substring(0, head) + ".." + text.substring(text.length() - tail);
    }

    /**
     * Wraps at spaces, and within a word only where the word alone is longer than a line.
     *
     * @param text one line
     * @param first what the first line begins with
     * @param next what each further line begins with
     * @param width greatest length of a line, at least ten more than the longer of the two beginnings
     */
    public static List<String> wrap(String text, String first, String next, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(first);
        int empty = first.length();
        for (String word : oneLine(text).split(" ", -1)) {
            String rest = word;
            boolean fits = line.length() + 1 + rest.length() <= width;
            if (line.length() > empty && !fits) {
                lines.add(line.toString());
                line = new StringBuilder(next);
                empty = next.length();
            }
            if (line.length() > empty) {
                line.append(' ');
            }
            while (line.length() + rest.length() > width) {
                int taken = width - line.length();
                lines.add(line + rest.substring(0, taken));
                rest = rest.substring(taken);
                line = new StringBuilder(next);
                empty = next.length();
            }
            line.append(rest);
        }
        lines.add(line.toString());
        return lines;
    }
}
