package atlas.validation.gate;

import atlas.validation.metric.SampleRule;
import atlas.validation.record.CellFitness;
import atlas.validation.record.CellRecord;
import atlas.validation.record.ClientInfo;
import atlas.validation.record.ClientReadings;
import atlas.validation.record.TargetRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Says whether the client could be the bottleneck. Unfit needs a measurement: what the client adds to TTFT, or the lag
 * of its event loops or of its schedule, above max(5 ms, 10 % of the median TTFT). Busy processors, pauses, a lag with
 * too few samples for a percentile and a measurement that is missing make it marginal. On a simulated target it is
 * never worse than that: there the server shares the client's processors.
 */
public final class ClientFitness {

    public static final String FIT = "fit";
    public static final String MARGINAL = "marginal";
    public static final String UNFIT = "unfit";

    private static final double LEAST_LIMIT_MS = 5;
    private static final double SHARE_OF_TTFT = 0.1;

    /** A 99th percentile needs five samples beyond it. */
    private static final long SAMPLES_OF_P99 = SampleRule.neededBy(99.0);

    private static final double MOST_OWN_CPU_PCT = 80;
    private static final double MOST_MACHINE_CPU_PCT = 90;
    private static final double MOST_GC_PCT = 5;
    private static final double MOST_SHARED_READS_PCT = 50;

    /** A run has as many cells as its user likes; one screen is enough to see what is wrong. */
    private static final int MOST_REASONS = 5;

    private final List<String> measured = new ArrayList<>();
    private final List<String> suspected = new ArrayList<>();
    private final double limitMs;

    private ClientFitness(double limitMs) {
        this.limitMs = limitMs;
    }

    /**
     * Judges the client in one cell.
     *
     * @param medianTtftMs the cell's median TTFT, or null when none was measured
     * @param simulated whether a simulator on this machine stood in for the server
     */
    public static CellFitness judge(ClientReadings readings, @Nullable Double medianTtftMs, boolean simulated) {
        double limit = Math.max(LEAST_LIMIT_MS, medianTtftMs == null ? 0 : SHARE_OF_TTFT * medianTtftMs);
        ClientFitness fitness = new ClientFitness(limit);
        fitness.overhead(readings);
        if (readings.loopLagP99Ms() == null) {
            fitness.suspected.add("how late its event loops were was not measured");
        }
        fitness.lag("the event loops were late", readings.loopLagP99Ms(), readings.loopLagSamples());
        fitness.lag("requests were sent late", readings.scheduleLagP99Ms(), readings.scheduleLagSamples());
        fitness.pauses(readings);
        fitness.processors(readings);
        fitness.reads(readings);
        return fitness.verdict(readings, simulated);
    }

    private void overhead(ClientReadings readings) {
        Double overhead = readings.ttftOverheadMs();
        if (overhead == null) {
            String why = readings.trouble();
            suspected.add("it was not calibrated" + (why == null ? "" : ": " + why));
        } else if (overhead > limitMs) {
            measured.add("it adds %s ms to TTFT against a null server, above %s ms".formatted(one(overhead), limit()));
        }
    }

    private void lag(String what, @Nullable Double p99, long samples) {
        if (p99 == null || p99 <= limitMs) {
            return;
        }
        String sentence = "%s by %s ms at p99, above %s ms".formatted(what, one(p99), limit());
        if (samples >= SAMPLES_OF_P99) {
            measured.add(sentence);
        } else {
            suspected.add(sentence + ", on %d of the %d samples that a p99 needs".formatted(samples, SAMPLES_OF_P99));
        }
    }

    private void pauses(ClientReadings readings) {
        Double pause = readings.longestPauseMs();
        if (pause != null && pause > limitMs) {
            suspected.add("a pause of %s ms, above %s ms".formatted(one(pause), limit()));
        }
        Double gc = readings.gcPct();
        if (gc != null && gc > MOST_GC_PCT) {
            suspected.add(
                    "garbage collection took %s %% of the time, above %s %%".formatted(one(gc), one(MOST_GC_PCT)));
        }
    }

    private void processors(ClientReadings readings) {
        Double own = readings.ownCpuPct();
        Double machine = readings.machineCpuPct();
        if (own != null && own > MOST_OWN_CPU_PCT) {
            suspected.add("the client used %s %% of the machine's processors, above %s %%"
                    .formatted(one(own), one(MOST_OWN_CPU_PCT)));
        } else if (machine != null && machine > MOST_MACHINE_CPU_PCT) {
            suspected.add("the machine's processors were %s %% busy, above %s %%"
                    .formatted(one(machine), one(MOST_MACHINE_CPU_PCT)));
        }
    }

    private void reads(ClientReadings readings) {
        Double shared = readings.sharedReadsPct();
        if (shared != null && shared > MOST_SHARED_READS_PCT) {
            suspected.add(
                    ("%s %% of the token events came in one read with others: the stream is being buffered between"
                                    + " you and the server, or the server writes several at once")
                            .formatted(one(shared)));
        }
    }

    private CellFitness verdict(ClientReadings readings, boolean simulated) {
        List<String> reasons = new ArrayList<>(measured);
        reasons.addAll(suspected);
        String verdict = measured.isEmpty() || simulated ? reasons.isEmpty() ? FIT : MARGINAL : UNFIT;
        return CellFitness.of(verdict, reasons, readings);
    }

    private String limit() {
        return one(limitMs);
    }

    private static String one(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }

    /** Returns the fitness in the repeat of a cell where it was worst, the first of equals. */
    public static CellFitness ofRepeats(List<CellFitness> repeats) {
        CellFitness worst = repeats.getFirst();
        for (CellFitness repeat : repeats) {
            if (severity(repeat.verdict()) > severity(worst.verdict())) {
                worst = repeat;
            }
        }
        return worst;
    }

    /** Returns why no gate of a cell can be decided, as a clause, or null when the client was not unfit there. */
    public static @Nullable String whyUnfit(@Nullable CellFitness fitness) {
        return fitness == null || !fitness.verdict().equals(UNFIT) ? null : String.join("; ", fitness.reasons());
    }

    /** Says of a whole run the worst that was said of a cell; null when no cell was examined. */
    public static ClientInfo.@Nullable Fitness ofRun(List<TargetRecord> targets) {
        String worst = null;
        Map<String, List<String>> cellsByReason = new LinkedHashMap<>();
        for (TargetRecord target : targets) {
            for (CellRecord cell : target.cells()) {
                CellFitness fitness = cell.fitness();
                if (fitness == null) {
                    continue;
                }
                if (worst == null || severity(fitness.verdict()) > severity(worst)) {
                    worst = fitness.verdict();
                    cellsByReason.clear();
                }
                if (fitness.verdict().equals(worst)) {
                    String name = targets.size() > 1 ? target.name() + "/" + cell.id() : cell.id();
                    fitness.reasons().stream()
                            .limit(1)
                            .forEach(reason -> cellsByReason
                                    .computeIfAbsent(reason, unseen -> new ArrayList<>())
                                    .add(name));
                }
            }
        }
        List<String> reasons = new ArrayList<>();
        cellsByReason.forEach((reason, cells) -> reasons.add(String.join(", ", cells) + ": " + reason));
        if (reasons.size() > MOST_REASONS) {
            int more = reasons.size() - MOST_REASONS;
            reasons.subList(MOST_REASONS, reasons.size()).clear();
            reasons.add("and %d more, told with their cells".formatted(more));
        }
        return worst == null ? null : new ClientInfo.Fitness(worst, reasons);
    }

    private static int severity(String verdict) {
        return switch (verdict) {
            case FIT -> 0;
            case MARGINAL -> 1;
            default -> 2;
        };
    }
}
