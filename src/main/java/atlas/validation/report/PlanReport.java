package atlas.validation.report;

import atlas.validation.record.PlanRecord;
import atlas.validation.record.PlanRecord.Cell;
import atlas.validation.record.PlanRecord.Estimate;
import atlas.validation.record.PlanRecord.Limit;
import atlas.validation.record.PlanRecord.Target;
import atlas.validation.record.Problem;
import atlas.validation.report.TextTable.Column;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes a plan for people, and as JSON for programs. */
public final class PlanReport {

    private static final int WIDTH = ConsoleReport.WIDTH;
    private static final String FIELD = "  %-12s";

    private final List<String> lines = new ArrayList<>();

    private PlanReport() {}

    /** Returns a plan as JSON: names in snake case, fields in the order of the record, a line feed at its end. */
    public static String json(PlanRecord plan) {
        return RecordJson.indented(plan) + "\n";
    }

    /** Returns a plan as lines of plain text. */
    public static List<String> lines(PlanRecord plan) {
        PlanReport report = new PlanReport();
        report.list("Problems", plan.problems());
        plan.targets().forEach(report::target);
        if (!plan.targets().isEmpty()) {
            report.total(plan);
        }
        report.list("Warnings", plan.warnings());
        return report.lines;
    }

    private void list(String title, List<Problem> problems) {
        if (!problems.isEmpty()) {
            lines.add("");
            lines.add("%s (%d)".formatted(title, problems.size()));
            problems.forEach(problem -> lines.addAll(PlainText.wrap(problem.sentence(), "  - ", "    ", WIDTH)));
        }
    }

    private void target(Target target) {
        lines.add("");
        lines.add(target.name());
        field("config", target.configFile() + (target.profile() == null ? "" : ", profile " + target.profile()));
        field("server", server(target));
        field("cluster", target.clusterFile() == null ? "this machine" : target.clusterFile());
        field("thresholds", thresholds(target));
        field("choose it", "-Dgroups='%s'".formatted(target.name()));
        if (target.coldStart()) {
            field("cold start", "measured; -Dgroups='cold_start'");
            target.limits().forEach(this::limit);
        }
        if (!target.probes().isEmpty()) {
            field(
                    "probes",
                    "%d; -Dgroups='api_conformance'".formatted(target.probes().size()));
            wrapped(String.join(", ", target.probes()), " ".repeat(14));
        }
        cells(target);
    }

    private static String server(Target target) {
        String model = target.model() == null ? "the model that it serves" : target.model();
        String where = target.baseUrl() != null
                ? "runs already at " + target.baseUrl()
                : target.image() != null
                        ? "launched from image " + target.image()
                        : target.runtime().equals("embedded") ? "launched: the simulator" : "launched";
        return "%s, driver %s, %s".formatted(where, target.driver(), model);
    }

    private static String thresholds(Target target) {
        if (target.thresholdFile() == null) {
            return "none: figures are recorded";
        }
        return target.thresholdFile() + (target.enforced() ? ", enforced" : ", not enforced: figures are recorded");
    }

    private void cells(Target target) {
        field("cells", "%d of %d".formatted(target.cells().size(), target.cellsOfConfig()));
        if (target.cells().isEmpty()) {
            return;
        }
        lines.add("");
        TextTable table = new TextTable(List.of(
                Column.text("cell, and tag of all its rows", 44),
                Column.figure("requests", 12),
                Column.figure("warm-up", 8),
                Column.figure("tokens in", 10),
                Column.figure("tokens out", 10),
                Column.figure("time", 12),
                Column.figure("limits", 8)));
        for (Cell cell : target.cells()) {
            Estimate estimate = cell.estimate();
            String times = cell.repeats() > 1 ? cell.repeats() + " x " : "";
            table.add(List.of(
                    cell.id(),
                    times
                            + (cell.requests() == null
                                    ? "by clock"
                                    : cell.requests().toString()),
                    times + cell.warmupRequests(),
                    count(estimate.promptTokens()),
                    count(estimate.completionTokens()),
                    time(estimate.seconds()),
                    cell.leftOut() ? "left out" : Integer.toString(cell.limits().size())));
        }
        lines.addAll(table.lines("  "));
        for (Cell cell : target.cells()) {
            lines.add("");
            wrapped("%s: tiers %s".formatted(cell.id(), String.join(", ", cell.tiers())), "  ");
            wrapped("-Dgroups='%s'".formatted(cell.id()), "    ");
            if (!cell.tiers().isEmpty()) {
                wrapped("-Dgroups='%s & %s'".formatted(cell.id(), cell.tiers().getFirst()), "    ");
            }
            cell.limits().forEach(this::limit);
        }
    }

    private void limit(Limit limit) {
        wrapped(
                "%s %s%s, %s:%d"
                        .formatted(
                                limit.metric(),
                                limit.rule(),
                                limit.enforced() ? "" : " (not enforced)",
                                limit.file(),
                                limit.line()),
                "    ");
    }

    private void total(PlanRecord plan) {
        Estimate estimate = plan.estimate();
        int cells = plan.targets().stream()
                .mapToInt(target -> target.cells().size())
                .sum();
        double start =
                plan.targets().stream().mapToDouble(Target::readyTimeoutSeconds).sum();
        lines.add("");
        lines.add("In all");
        field(
                "load",
                "%s, %s requests, warm-up among them"
                        .formatted(cells == 1 ? "1 cell" : cells + " cells", count(estimate.requests())));
        field(
                "tokens",
                "%s of prompts, at most %s of answers"
                        .formatted(count(estimate.promptTokens()), count(estimate.completionTokens())));
        field(
                "time",
                "about %s of load%s"
                        .formatted(
                                time(estimate.seconds()),
                                start == 0
                                        ? ""
                                        : "; the start of the server, at most %s, comes before it"
                                                .formatted(time(start))));
        estimate.basis().forEach(basis -> wrapped("guessed by " + basis, " ".repeat(14)));
        if (plan.groups() != null || plan.excludedGroups() != null) {
            field(
                    "chosen by",
                    (plan.groups() == null ? "" : "-Dgroups='" + plan.groups() + "' ")
                            + (plan.excludedGroups() == null
                                    ? ""
                                    : "-DexcludedGroups='" + plan.excludedGroups() + "'"));
        }
        lines.add("  No server was touched.");
    }

    private void field(String name, String value) {
        lines.addAll(PlainText.wrap(value, FIELD.formatted(name), " ".repeat(14), WIDTH));
    }

    private void wrapped(String text, String indent) {
        lines.addAll(PlainText.wrap(text, indent, indent + "  ", WIDTH));
    }

    private static String time(@Nullable Double seconds) {
        if (seconds == null) {
            return Figures.MISSING;
        }
        return seconds < 1 ? "1 s" : Figures.of(Duration.ofMillis(Math.round(seconds * 1e3)));
    }

    private static String count(@Nullable Long value) {
        if (value == null) {
            return Figures.MISSING;
        }
        if (value < 10_000) {
            return Long.toString(value);
        }
        return value < 10_000_000
                ? String.format(Locale.ROOT, "%.0fk", value / 1e3)
                : String.format(Locale.ROOT, "%.1fM", value / 1e6);
    }
}
