package atlas.validation.gate;

import atlas.validation.metric.Direction;
import atlas.validation.metric.MetricDefinition;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.record.Warning;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds out whether the runs of a baseline are too old to be held against, or creep from one run to the next. */
final class BaselineWarnings {

    /** Drivers, kernels and neighbours change within a month. */
    private static final Duration OLD = Duration.ofDays(30);

    /** Runs at either end of the past that are held against each other. */
    private static final int END = 5;

    private static final int FEWEST_RUNS = 2 * Repeats.FEWEST;

    /** Probability that any drift is told of figures that only scatter. */
    private static final double LEVEL = 0.01;

    private static final int SHOWN = 3;

    /** The figures that tell a server's speed; the others follow from them, or hang on chance. */
    private static final List<String> WATCHED =
            List.of("output_throughput", "request_throughput", "median_ttft_ms", "median_tpot_ms", "median_e2el_ms");

    private BaselineWarnings() {}

    /**
     * How a figure went.
     *
     * @param values one per run, the oldest first
     */
    record Course(String cell, MetricDefinition metric, List<Double> values) {}

    /** How far a figure is from where it was. */
    private record Drift(Course course, double percent) {

        boolean worse() {
            return (percent > 0) == (course.metric.better() == Direction.LOWER);
        }

        String words() {
            return String.format(
                    Locale.ROOT,
                    "%s in %s by %+.1f %%, which is %s",
                    course.metric.name(),
                    course.cell,
                    percent,
                    worse() ? "worse" : "better");
        }
    }

    static List<MetricDefinition> watched() {
        MetricRegistry registry = MetricRegistry.standard();
        return WATCHED.stream().flatMap(name -> registry.find(name).stream()).toList();
    }

    static List<Warning> of(Instant newest, Instant now, List<Course> courses) {
        List<Warning> warnings = new ArrayList<>();
        Duration age = Duration.between(newest, now);
        if (age.compareTo(OLD) > 0) {
            warnings.add(new Warning(
                    "baseline_old",
                    "the newest run of the baseline is %d days old, more than %d: run it again"
                            .formatted(age.toDays(), OLD.toDays())));
        }
        drift(courses).ifPresent(warnings::add);
        return warnings;
    }

    private static Optional<Warning> drift(List<Course> courses) {
        List<Course> known = courses.stream()
                .filter(course -> course.values.size() >= FEWEST_RUNS)
                .toList();
        List<Drift> drifts = known.stream()
                .flatMap(course -> drift(course, LEVEL / known.size()).stream())
                .sorted((one, other) -> Double.compare(Math.abs(other.percent), Math.abs(one.percent)))
                .toList();
        if (drifts.isEmpty()) {
            return Optional.empty();
        }
        String shown = drifts.stream().limit(SHOWN).map(Drift::words).collect(Collectors.joining("; "));
        String more = drifts.size() > SHOWN ? "; and %d more".formatted(drifts.size() - SHOWN) : "";
        return Optional.of(new Warning(
                "baseline_drift",
                "the runs of the baseline drift, from the oldest to the newest: " + shown + more
                        + ". No single step need be beyond a limit: look at what changed"));
    }

    /**
     * Holds the mean of the newest runs against that of the oldest. Their noise is taken in two ways, and either may
     * tell a drift: from the steps between neighbours (von Neumann's mean square successive difference), which a slow
     * creep hardly touches, and from the spread within each end, which a single jump between them does not touch.
     */
    private static Optional<Drift> drift(Course course, double level) {
        List<Double> values = course.values;
        int end = Math.min(END, values.size() / 2);
        Repeats old = Repeats.of(values.subList(0, end), course.metric.unit());
        Repeats recent = Repeats.of(values.subList(values.size() - end, values.size()), course.metric.unit());
        double ofEnds = Math.hypot(old.deviation(), recent.deviation()) / Math.sqrt(2);
        double ofSteps = Math.max(steps(values), old.leastSpread());
        // Successive differences share their runs: they are worth two thirds of as many independent ones.
        double free = Math.max(1, 2 * (values.size() - 1) / 3.0);
        double each = level / 4;
        double room = Math.sqrt(2.0 / end)
                * Math.min(Repeats.quantile(each, free) * ofSteps, Repeats.quantile(each, 2 * (end - 1)) * ofEnds);
        double change = recent.mean() - old.mean();
        return old.mean() != 0 && Math.abs(change) > room
                ? Optional.of(new Drift(course, 100 * change / Math.abs(old.mean())))
                : Optional.empty();
    }

    private static double steps(List<Double> values) {
        double squares = 0;
        for (int i = 1; i < values.size(); i++) {
            squares += (values.get(i) - values.get(i - 1)) * (values.get(i) - values.get(i - 1));
        }
        return Math.sqrt(squares / (2 * (values.size() - 1)));
    }
}
