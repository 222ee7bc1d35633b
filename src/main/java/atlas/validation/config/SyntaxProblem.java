package atlas.validation.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/** Says in a user's words where and why a text is no JSON. */
final class SyntaxProblem {

    private static final Pattern STRING = Pattern.compile("\"[^\"\\n]{0,30}\"");
    private static final Pattern WORD = Pattern.compile("\\w{1,30}");

    private SyntaxProblem() {}

    /**
     * Reports what the parser stumbled over.
     *
     * @param here where the parser stood, for a failure that does not say it itself
     */
    static void report(String text, JacksonException failure, TokenStreamLocation here, Findings findings) {
        TokenStreamLocation location = failure.getLocation() != null ? failure.getLocation() : here;
        int line = Math.max(1, location.getLineNr());
        if (failure instanceof StreamConstraintsException) {
            constraint(failure, line, findings);
        } else if (failure instanceof UnexpectedEndOfInputException
                || failure.getOriginalMessage().startsWith("Unexpected end-of-input")) {
            findings.problem(
                    line, null, "the file ends in the middle of the JSON", "close every brace, bracket and quote");
        } else {
            syntax(text, failure, line, (int) location.getCharOffset(), findings);
        }
    }

    private static void constraint(JacksonException failure, int line, Findings findings) {
        if (failure.getOriginalMessage().contains("nesting depth")) {
            findings.problem(
                    line,
                    null,
                    "is nested more than " + LocatedParser.MAX_DEPTH + " levels deep",
                    "name a config, threshold or cluster file");
        } else {
            findings.problem(line, null, "holds a number or string that is too long", "shorten it");
        }
    }

    private static void syntax(String text, JacksonException failure, int line, int offset, Findings findings) {
        String start = text.stripLeading();
        if (start.charAt(0) != '{' && start.charAt(0) != '[') {
            boolean yaml = start.startsWith("---") || start.matches("(?s)[\\w-]+\\s*:.*");
            findings.problem(
                    line,
                    null,
                    yaml ? "looks like YAML; only JSON is read" : "is not JSON: it begins with " + quoted(start, 0),
                    "write it as a JSON object, beginning with {");
            return;
        }
        char found = offset >= 0 && offset < text.length() ? text.charAt(offset) : ' ';
        String message = failure.getOriginalMessage();
        if ((found == '}' || found == ']') && charBefore(text, offset) == ',') {
            findings.problem(line, null, "a comma stands before " + found, "remove the comma");
        } else if (found == '/' || found == '#') {
            findings.problem(line, null, "JSON has no comments", "remove it, or write it as a key that begins with _");
        } else if (message.contains("NaN") || message.contains("Infinity")) {
            findings.problem(line, null, "NaN and Infinity are no JSON numbers", "write a finite number");
        } else if (message.contains("expecting comma")) {
            findings.problem(line, null, "a comma is missing before " + quoted(text, offset), "add the comma");
        } else if (message.contains("expecting a colon")) {
            findings.problem(line, null, "a colon is missing before " + quoted(text, offset), "add the colon");
        } else if (found == '\'') {
            findings.problem(line, null, "JSON has no single quotes", "write double quotes");
        } else if (message.contains("double-quote to start property name")) {
            findings.problem(
                    line, null, "expected a key in double quotes, got " + quoted(text, offset), "write \"key\": value");
        } else if (message.contains("close marker")) {
            findings.problem(
                    line,
                    null,
                    quoted(text, offset) + " closes nothing that is open",
                    "remove it, or open what it closes");
        } else if (message.startsWith("Unrecognized token")) {
            findings.problem(
                    line,
                    null,
                    quoted(text, offset) + " is no JSON value",
                    "quote a string; write true, false and null in lower case");
        } else {
            findings.problem(line, null, "is not JSON: " + firstLine(message), null);
        }
    }

    private static char charBefore(String text, int offset) {
        for (int i = offset - 1; i >= 0; i--) {
            if (!Character.isWhitespace(text.charAt(i))) {
                return text.charAt(i);
            }
        }
        return ' ';
    }

    /** Returns the word or string that begins at an offset, or the character there, in quotes. */
    private static String quoted(String text, int offset) {
        if (offset < 0 || offset >= text.length()) {
            return "the end";
        }
        Matcher string = STRING.matcher(text).region(offset, text.length());
        if (string.lookingAt()) {
            return string.group();
        }
        Matcher word = WORD.matcher(text).region(offset, text.length());
        return '\'' + (word.lookingAt() ? word.group() : text.substring(offset, offset + 1)) + '\'';
    }

    private static String firstLine(@Nullable String message) {
        return message == null ? "unknown syntax" : message.lines().findFirst().orElse("");
    }
}
