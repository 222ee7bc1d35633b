package atlas.validation.engine;

import atlas.validation.config.Settings;
import atlas.validation.record.Problem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.platform.commons.PreconditionViolationException;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TagFilter;

/**
 * The tag expressions of {@code -Dgroups} and {@code -DexcludedGroups}, applied by JUnit's own filter.
 *
 * <p>A build tool could apply them, and would throw a trace where an expression cannot be read; here that is a problem
 * like any other. A filter that a launcher brings besides finds rows that it leaves as they are.
 */
final class TagSelection {

    private final List<PostDiscoveryFilter> filters = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();

    private TagSelection() {}

    static TagSelection of(Settings settings) {
        TagSelection selection = new TagSelection();
        settings.groups().ifPresent(expressions -> selection.add("groups", expressions, true));
        settings.excludedGroups().ifPresent(expressions -> selection.add("excludedGroups", expressions, false));
        return selection;
    }

    /** Returns what is wrong with the expressions. */
    List<Problem> problems() {
        return problems;
    }

    /** Drops the rows that may be chosen and are not. */
    void applyTo(SuiteDescriptor suite) {
        for (RowDescriptor row : suite.rows()) {
            boolean chosen = filters.stream().allMatch(filter -> included(filter, row));
            if (!chosen) {
                row.removeFromHierarchy();
            }
        }
    }

    private static boolean included(PostDiscoveryFilter filter, TestDescriptor row) {
        return filter.apply(row).included();
    }

    /** Several expressions stand side by side with commas: a row need match only one of them. */
    private void add(String knob, String expressions, boolean include) {
        List<String> each = Arrays.stream(expressions.split(","))
                .map(String::strip)
                .filter(expression -> !expression.isEmpty())
                .toList();
        if (each.isEmpty()) {
            return;
        }
        try {
            filters.add(include ? TagFilter.includeTags(each) : TagFilter.excludeTags(each));
        } catch (PreconditionViolationException unreadable) {
            String why = Optional.ofNullable(unreadable.getMessage()).orElse("it cannot be read");
            problems.add(Problem.ofSetting(
                    "-D%s='%s' is no tag expression: %s".formatted(knob, expressions, why),
                    "join tags with & (and), | (or), ! (not) and parentheses, as in 'w1_short & ttft'"));
        }
    }
}
