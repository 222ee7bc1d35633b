package atlas.validation.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import atlas.validation.record.CheckRecord;
import atlas.validation.record.Problem;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Shows a run where GitHub Actions looks: the summary on the job's page, and each failing gate beside the line of the
 * threshold file that it stands in. Silent anywhere else.
 *
 * @see <a href="https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands">Workflow
 *     commands</a>
 */
public final class GitHubActions {

    private final Environment environment;
    private final PrintStream out;

    /** Looks up environment variables. */
    @FunctionalInterface
    public interface Environment {
        @Nullable
        String get(String name);
    }

    public GitHubActions(Environment environment, PrintStream out) {
        this.environment = environment;
        this.out = out;
    }

    /**
     * Shows a closed record.
     *
     * @return one sentence of what went wrong, or nothing
     */
    public Optional<String> show(RunRecord record) {
        if ("true".equals(environment.get("GITHUB_ACTIONS"))) {
            Stream.concat(
                            record.problems().stream().map(GitHubActions::annotation),
                            record.targets().stream()
                                    .flatMap(GitHubActions::checks)
                                    .filter(check -> check.status() == Status.FAIL)
                                    .map(GitHubActions::annotation))
                    .forEach(out::println);
        }
        String summary = environment.get("GITHUB_STEP_SUMMARY");
        return summary == null || summary.isBlank() ? Optional.empty() : append(summary, RunSummary.render(record));
    }

    private static Optional<String> append(String file, String text) {
        try {
            Files.writeString(Path.of(file), text, UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            return Optional.empty();
        } catch (IOException | InvalidPathException e) {
            return Optional.of(
                    "cannot append the summary to %s, which GITHUB_STEP_SUMMARY names: %s; it is in summary.md too"
                            .formatted(file, e.getMessage()));
        }
    }

    private static Stream<CheckRecord> checks(TargetRecord target) {
        return Stream.concat(
                        target.targetTiers().stream(), target.cells().stream().flatMap(cell -> cell.tiers().stream()))
                .flatMap(tier -> tier.checks().stream());
    }

    private static String annotation(Problem problem) {
        return annotation(problem.file(), problem.line(), problem.sentence());
    }

    private static String annotation(CheckRecord check) {
        return annotation(check.thresholdFile(), check.thresholdLine(), check.message());
    }

    private static String annotation(@Nullable String file, @Nullable Integer line, String message) {
        String place = "";
        if (file != null) {
            place = " file=" + property(file) + (line == null ? "" : ",line=" + line);
        }
        return "::error%s::%s".formatted(place, data(message));
    }

    private static String data(String text) {
        return PlainText.brief(text).replace("%", "%25");
    }

    private static String property(String text) {
        return data(text).replace(":", "%3A").replace(",", "%2C");
    }
}
