package atlas.validation.engine;

import atlas.validation.metric.Tier;
import atlas.validation.plan.ChosenRows;
import atlas.validation.plan.PlanOutline;
import atlas.validation.plan.RunPlan;
import atlas.validation.record.CellId;
import atlas.validation.record.PlanRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.UniqueId;

/** Tells what a run would do, by the very tree that it would run: only files are read. */
public final class RunPreview {

    private RunPreview() {}

    /**
     * Plans a run and applies the tag expressions.
     *
     * @param knobs looks up a knob by its name, such as {@code config}
     * @param workingDirectory what the paths of knobs are relative to
     * @param shippedFiles where a config is looked up that the working directory does not have
     */
    public static PlanRecord of(
            Function<String, @Nullable String> knobs, Path workingDirectory, Optional<Path> shippedFiles) {
        ValidationDescriptor root = Discovery.tree(
                knobs,
                workingDirectory,
                shippedFiles,
                UniqueId.forEngine(AtlasTestEngine.ID),
                RunPreview.class.getName());
        root.suite().prune();
        return of(root);
    }

    /** Tells what a tree would do that a tag filter has been applied to. */
    static PlanRecord of(ValidationDescriptor root) {
        RunPlan plan = root.plan();
        if (plan.problems().isEmpty() && root.suite().nothingChosen()) {
            plan = plan.withProblems(
                    List.of(NothingChosen.problem(plan.settings(), root.suite().knownTags())));
        }
        return PlanOutline.of(plan, chosen(root.suite().chosen()));
    }

    private static Map<String, ChosenRows> chosen(List<RowRole.Selectable> rows) {
        Map<String, Map<CellId, List<Tier>>> cells = new LinkedHashMap<>();
        Map<String, List<String>> probes = new LinkedHashMap<>();
        Set<String> coldStarts = new LinkedHashSet<>();
        for (RowRole.Selectable row : rows) {
            Map<CellId, List<Tier>> ofTarget = cells.computeIfAbsent(row.target(), name -> new LinkedHashMap<>());
            switch (row) {
                case RowRole.Tier(String target, CellId cell, Tier tier) ->
                    ofTarget.computeIfAbsent(cell, id -> new ArrayList<>()).add(tier);
                case RowRole.Probe(String target, String probe) ->
                    probes.computeIfAbsent(target, name -> new ArrayList<>()).add(probe);
                case RowRole.ColdStart(String target) -> coldStarts.add(target);
            }
        }
        Map<String, ChosenRows> chosen = new LinkedHashMap<>();
        cells.forEach((target, ofTarget) -> chosen.put(
                target, new ChosenRows(coldStarts.contains(target), probes.getOrDefault(target, List.of()), ofTarget)));
        return chosen;
    }
}
