package atlas.validation.cli;

import static java.util.Objects.requireNonNull;

import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Where a command prints, and what may be done there.
 *
 * @param out what the command was asked for
 * @param err what is wrong
 * @param live whether a person watches, so that a line may be rewritten
 * @param colours whether text may be coloured: only where a person watches, and never where {@code NO_COLOR} is set
 * @param unicode whether lines of a tree can be drawn
 * @param width columns of a line
 */
record Terminal(PrintStream out, PrintStream err, boolean live, boolean colours, boolean unicode, int width) {

    /** Wide enough for a path, narrow enough for half a screen; as the lines of a build are. */
    static final int DEFAULT_WIDTH = 120;

    private static final int NARROWEST = 60;
    private static final String TREE_SIGNS = "├└│─█░";

    Terminal {
        requireNonNull(out, "out is null");
        requireNonNull(err, "err is null");
    }

    /** Returns one that takes plain lines alone, such as a file or a pipe. */
    static Terminal plain(PrintStream out, PrintStream err) {
        return new Terminal(out, err, false, false, canDraw(out.charset()), DEFAULT_WIDTH);
    }

    /** Returns that of this process. */
    static Terminal ofThisProcess(Map<String, String> environment) {
        return of(System.out, System.err, isTerminal(), environment);
    }

    /**
     * Tells what may be done on a stream.
     *
     * @param terminal whether both ends of the program are a terminal
     * @param environment {@code NO_COLOR} (any value but an empty one) keeps text plain; {@code TERM} {@code dumb}
     *     keeps lines from being rewritten
     */
    static Terminal of(PrintStream out, PrintStream err, boolean terminal, Map<String, String> environment) {
        boolean live = terminal && !environment.getOrDefault("TERM", "").equals("dumb");
        boolean colours = live && environment.getOrDefault("NO_COLOR", "").isEmpty();
        int width = live ? Math.max(NARROWEST, columns(environment)) : DEFAULT_WIDTH;
        return new Terminal(out, err, live, colours, canDraw(out.charset()), width);
    }

    private static boolean canDraw(Charset charset) {
        return charset.canEncode() && charset.newEncoder().canEncode(TREE_SIGNS);
    }

    /** From JDK 22 on there is a console without a terminal too, and a method that tells; before, there was none. */
    private static boolean isTerminal() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            Method tells = Console.class.getMethod("isTerminal");
            return Boolean.TRUE.equals(tells.invoke(console));
        } catch (ReflectiveOperationException older) {
            return true;
        }
    }

    private static int columns(Map<String, String> environment) {
        String told = environment.get("COLUMNS");
        if (told != null && told.matches("[1-9]\\d{0,4}")) {
            return Integer.parseInt(told);
        }
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(ProcessBuilder.Redirect.INHERIT)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String[] size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                    .strip()
                    .split(" ", -1);
            return size.length == 2 && size[1].matches("[1-9]\\d{0,4}") ? Integer.parseInt(size[1]) : DEFAULT_WIDTH;
        } catch (IOException noSuchProgram) {
            return DEFAULT_WIDTH;
        }
    }
}
