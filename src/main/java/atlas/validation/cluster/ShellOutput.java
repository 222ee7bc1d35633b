package atlas.validation.cluster;

import static java.util.Objects.requireNonNull;

/**
 * What a script left.
 *
 * @param exitCode its exit code
 * @param out what it printed
 * @param err what it printed as errors
 */
public record ShellOutput(int exitCode, String out, String err) {

    public ShellOutput {
        requireNonNull(out, "out is null");
        requireNonNull(err, "err is null");
    }

    /** Returns the first line that says something, of the errors before the output. */
    String firstLine() {
        return (err + "\n" + out)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst()
                .orElse("nothing was printed");
    }
}
