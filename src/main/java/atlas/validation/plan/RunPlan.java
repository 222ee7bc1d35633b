package atlas.validation.plan;

import static java.util.Objects.requireNonNull;

import atlas.validation.config.Settings;
import atlas.validation.record.Problem;
import atlas.validation.record.Setting;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a run will do, or why it cannot.
 *
 * @param settings the knobs that were given
 * @param effective every effective value with its origin
 * @param targets the servers in the order of the configs; empty when there are problems
 * @param problems what is wrong with the input, file by file and by line within each
 * @param warnings what is odd about it and does no harm, in the same order
 */
public record RunPlan(
        Settings settings,
        Map<String, Setting> effective,
        List<TargetPlan> targets,
        List<Problem> problems,
        List<Problem> warnings) {

    public RunPlan {
        requireNonNull(settings, "settings is null");
        effective = Collections.unmodifiableMap(new LinkedHashMap<>(effective));
        targets = List.copyOf(targets);
        problems = Problem.byPlace(problems);
        warnings = Problem.byPlace(warnings);
    }

    /** Returns this plan with more problems before its own; with any of them nothing runs. */
    public RunPlan withProblems(List<Problem> more) {
        if (more.isEmpty()) {
            return this;
        }
        List<Problem> all = new ArrayList<>(more);
        all.addAll(problems);
        return new RunPlan(settings, effective, List.of(), all, warnings);
    }
}
