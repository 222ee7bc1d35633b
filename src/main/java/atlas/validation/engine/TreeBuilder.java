package atlas.validation.engine;

import atlas.validation.gate.BaselineComparison;
import atlas.validation.lifecycle.ColdStartMeasurement;
import atlas.validation.lifecycle.DiscoverTopology;
import atlas.validation.lifecycle.LaunchContainer;
import atlas.validation.lifecycle.ModelFetch;
import atlas.validation.lifecycle.ServerHealth;
import atlas.validation.lifecycle.SetupSshd;
import atlas.validation.lifecycle.Stage;
import atlas.validation.lifecycle.Teardown;
import atlas.validation.metric.Tier;
import atlas.validation.plan.PlannedCell;
import atlas.validation.plan.RunPlan;
import atlas.validation.plan.Tags;
import atlas.validation.plan.TargetPlan;
import atlas.validation.probe.Probe;
import atlas.validation.probe.Probes;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.ClassSource;

/**
 * Turns a plan into the tree of rows. Unique ids hold names from the files and nothing that changes from run to run, so
 * that whatever keeps a history by them can.
 */
final class TreeBuilder {

    private static final String SUITE_SEGMENT = "suite";
    private static final String TARGET_SEGMENT = "target";
    private static final String ROW_SEGMENT = "row";

    private final UniqueId engineId;
    private final RunPlan plan;
    private final ClassSource source;
    private final boolean severalTargets;

    TreeBuilder(UniqueId engineId, String suiteClass, RunPlan plan) {
        this.engineId = engineId;
        this.plan = plan;
        this.source = ClassSource.from(suiteClass);
        this.severalTargets = plan.targets().size() > 1;
    }

    /** Returns the suite class that the id of a row or container names. */
    static Optional<String> suiteClass(UniqueId id) {
        return id.getSegments().stream()
                .filter(segment -> segment.getType().equals(SUITE_SEGMENT))
                .map(UniqueId.Segment::getValue)
                .findFirst();
    }

    ValidationDescriptor build() {
        SuiteDescriptor suite = new SuiteDescriptor(
                engineId.append(SUITE_SEGMENT, source.getClassName()),
                source,
                plan.settings().planOnly());
        suite.addChild(row(suite.getUniqueId(), "configuration", new RowRole.Configuration(), new ConfigurationRow()));
        for (TargetPlan target : plan.targets()) {
            suite.addChild(target(suite.getUniqueId(), target));
        }
        if (!plan.targets().isEmpty()) {
            addComparisons(suite);
            suite.addChild(row(suite.getUniqueId(), "run_deck", new RowRole.RunDeck(), new RunDeckRow()));
        }
        suite.rememberTags();
        return new ValidationDescriptor(engineId, plan, suite);
    }

    private void addComparisons(SuiteDescriptor suite) {
        String subject = plan.targets().getFirst().name();
        for (TargetPlan target : plan.targets().subList(1, plan.targets().size())) {
            String name = "compare[%s vs %s]".formatted(subject, target.name());
            suite.addChild(row(
                    suite.getUniqueId(),
                    name,
                    new RowRole.Compare(subject, target.name()),
                    new CompareRow(target.name())));
        }
        if (plan.settings().baseline().isPresent()) {
            suite.addChild(row(
                    suite.getUniqueId(),
                    "compare[%s vs %s]".formatted(subject, BaselineComparison.NAME),
                    new RowRole.CompareBaseline(subject),
                    new CompareRow(BaselineComparison.NAME)));
        }
    }

    private TargetDescriptor target(UniqueId parent, TargetPlan target) {
        UniqueId id = parent.append(TARGET_SEGMENT, target.name());
        TargetDescriptor container = new TargetDescriptor(id, target.name(), source);
        String name = target.name();
        for (Stage stage : List.of(
                new LaunchContainer(), new SetupSshd(), new DiscoverTopology(), new ModelFetch(), new ServerHealth())) {
            container.addChild(stage(id, target, stage));
        }
        container.addChild(selectable(
                id,
                target,
                Tags.COLD_START,
                new RowRole.ColdStart(name),
                Set.of(Tags.COLD_START),
                new StageRow(name, new ColdStartMeasurement())));
        for (Probe probe : Probes.of(target.config().functional())) {
            container.addChild(selectable(
                    id,
                    target,
                    "api_conformance[%s]".formatted(probe.name()),
                    new RowRole.Probe(name, probe.name()),
                    Set.of(Tags.API_CONFORMANCE, probe.name()),
                    new ProbeRow(name, probe)));
        }
        target.cells().forEach(cell -> addCell(container, target, cell));
        container.addChild(row(
                id,
                "print_results_table",
                display(target, "print_results_table"),
                new RowRole.ResultsTable(name),
                new ResultsTableRow(name)));
        container.addChild(stage(id, target, new Teardown()));
        return container;
    }

    private RowDescriptor stage(UniqueId parent, TargetPlan target, Stage stage) {
        return row(
                parent,
                stage.name(),
                display(target, stage.name()),
                new RowRole.Stage(target.name()),
                new StageRow(target.name(), stage));
    }

    private void addCell(TargetDescriptor container, TargetPlan target, PlannedCell cell) {
        String inference = "atlas_inference[%s]".formatted(cell.id());
        container.addChild(row(
                container.getUniqueId(),
                inference,
                display(target, inference),
                new RowRole.Inference(target.name(), cell.id()),
                new InferenceRow(target.name(), cell)));
        for (Tier tier : cell.tiers()) {
            container.addChild(selectable(
                    container.getUniqueId(),
                    target,
                    "cell_metrics[%s-%s]".formatted(cell.id(), tier.word()),
                    new RowRole.Tier(target.name(), cell.id(), tier),
                    Set.of(
                            Tags.CELL_METRICS,
                            cell.id().value(),
                            cell.combo().name(),
                            cell.id().load().tag(),
                            tier.word()),
                    new TierRow(target.name(), cell, tier)));
        }
    }

    private RowDescriptor selectable(
            UniqueId parent, TargetPlan target, String name, RowRole role, Set<String> tags, Row row) {
        Set<TestTag> all = Stream.concat(Stream.of(target.name()), tags.stream())
                .map(TestTag::create)
                .collect(Collectors.toSet());
        return new RowDescriptor(rowId(parent, name), display(target, name), source, role, all, row);
    }

    private RowDescriptor row(UniqueId parent, String name, RowRole role, Row row) {
        return row(parent, name, name, role, row);
    }

    private RowDescriptor row(UniqueId parent, String name, String display, RowRole role, Row row) {
        return new RowDescriptor(rowId(parent, name), display, source, role, Set.of(), row);
    }

    /** With several targets a build tool lists their rows side by side: each then begins with its target's name. */
    private String display(TargetPlan target, String row) {
        return severalTargets ? target.name() + "/" + row : row;
    }

    /** Returns the id of a row: {@code cell_metrics[a-ttft]} becomes {@code [cell_metrics:a-ttft]}, free of escapes. */
    private static UniqueId rowId(UniqueId parent, String name) {
        int bracket = name.indexOf('[');
        return bracket < 0
                ? parent.append(ROW_SEGMENT, name)
                : parent.append(name.substring(0, bracket), name.substring(bracket + 1, name.length() - 1));
    }
}
