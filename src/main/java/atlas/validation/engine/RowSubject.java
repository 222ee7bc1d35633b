package atlas.validation.engine;

import atlas.validation.config.ValidationConfig;
import atlas.validation.lifecycle.TargetRun;
import atlas.validation.metric.Tier;
import atlas.validation.plan.RunPlan;
import atlas.validation.plan.TargetPlan;
import atlas.validation.record.CellId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a row is about: its servers, and what sets it apart from their other rows.
 *
 * @param targets the servers, in plan order
 * @param own what sets it apart, in the order in which it is shown
 */
record RowSubject(List<TargetPlan> targets, Map<String, String> own) {

    static RowSubject of(RowRole role, RunPlan plan) {
        Map<String, String> own = new LinkedHashMap<>();
        List<String> names = switch (role) {
            case RowRole.Configuration() -> {
                if (plan.targets().isEmpty()) {
                    own.put("config", String.join(", ", plan.settings().configs()));
                }
                yield names(plan);
            }
            case RowRole.RunDeck() -> names(plan);
            case RowRole.Compare(String subject, String other) -> List.of(subject, other);
            case RowRole.CompareBaseline(String subject) -> List.of(subject);
            case RowRole.Stage(String target) -> List.of(target);
            case RowRole.ColdStart(String target) -> List.of(target);
            case RowRole.ResultsTable(String target) -> List.of(target);
            case RowRole.Probe(String target, String probe) -> {
                own.put("probe", probe);
                yield List.of(target);
            }
            case RowRole.Inference(String target, CellId cell) -> {
                putCell(own, cell);
                yield List.of(target);
            }
            case RowRole.Tier(String target, CellId cell, Tier tier) -> {
                putCell(own, cell);
                own.put("tier", tier.word());
                yield List.of(target);
            }
        };
        return new RowSubject(
                plan.targets().stream()
                        .filter(target -> names.contains(target.name()))
                        .toList(),
                own);
    }

    private static List<String> names(RunPlan plan) {
        return plan.targets().stream().map(TargetPlan::name).toList();
    }

    private static void putCell(Map<String, String> own, CellId cell) {
        own.put("cell", cell.value());
        own.put("combo", cell.combo());
        own.put("load", cell.load().tag());
    }

    /**
     * Returns all of it as named values.
     *
     * @param runs the targets on their way, where the run is open
     */
    Map<String, String> parameters(Function<String, Optional<TargetRun>> runs) {
        Map<String, String> parameters = new LinkedHashMap<>();
        put(parameters, "config", TargetPlan::name);
        parameters.putAll(own);
        put(parameters, "model", target -> model(target.config(), runs.apply(target.name())));
        put(parameters, "driver", target -> target.config().params().driver().word());
        return parameters;
    }

    private static String model(ValidationConfig config, Optional<TargetRun> run) {
        return Objects.requireNonNullElse(
                run.map(TargetRun::model).orElse(config.model().id()), "");
    }

    private void put(Map<String, String> parameters, String name, Function<TargetPlan, String> value) {
        String values = targets.stream()
                .map(value)
                .filter(word -> !word.isEmpty())
                .distinct()
                .collect(Collectors.joining(", "));
        if (!values.isEmpty()) {
            parameters.put(name, values);
        }
    }
}
