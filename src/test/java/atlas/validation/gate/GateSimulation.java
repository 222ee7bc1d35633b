package atlas.validation.gate;

import atlas.validation.config.ThresholdEntry;
import atlas.validation.config.ThresholdRule;
import atlas.validation.metric.Direction;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.record.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Lets servers of known truth and noise be judged many times over, as a run judges them. */
final class GateSimulation {

    static final int GATES = 50;
    static final int MOST = 10;
    static final int FEWEST = 3;

    /** What the limit leaves: it lies so far below what the old server truly did. */
    static final double ROOM = 0.02;

    private final Map<List<Object>, Double> redRuns = new HashMap<>();
    private final Map<List<Object>, Outcome> outcomes = new HashMap<>();
    private final CellJudge judge = new CellJudge(MetricRegistry.standard());

    /**
     * How often something came out, as a share of all the tries.
     *
     * @param median middle number of repeats that were asked for where noise left it open; 0 where it never did
     * @param unbounded share of those for which more were asked than anybody runs
     * @param thenFound share of the others that failed in a run of the number that was asked for
     */
    record Outcome(double failed, double passed, double inconclusive, int median, double unbounded, double thenFound) {}

    /** Returns the share of runs that fail, whose fifty figures all have this truth; the same question once. */
    double redRuns(double noise, double truth, double limit, boolean early, int runs) {
        return redRuns.computeIfAbsent(
                List.of(noise, truth, limit, early, runs), asked -> simulatedRedRuns(noise, truth, limit, early, runs));
    }

    private double simulatedRedRuns(double noise, double truth, double limit, boolean early, int runs) {
        SyntheticServer server = new SyntheticServer(noise, Math.round(noise * 1000) + (early ? 7 : 3));
        ThresholdEntry least = Limits.minTokS(SyntheticServer.METRIC, limit);
        Judging judging = new Judging(ErrorBudget.of(GATES, early ? FEWEST : MOST, MOST));
        int red = 0;
        for (int run = 0; run < runs; run++) {
            List<List<Double>> figures = new ArrayList<>();
            for (int gate = 0; gate < GATES; gate++) {
                figures.add(server.repeats(truth, MOST));
            }
            red += statuses(figures, least, judging, early).contains(Status.FAIL) ? 1 : 0;
        }
        return (double) red / runs;
    }

    /** Judges a run, which ends as soon as nothing is open where it may end early. */
    private List<Status> statuses(List<List<Double>> figures, ThresholdEntry limit, Judging judging, boolean early) {
        EarlyStop earlyStop = new EarlyStop(judge, judging);
        List<RepeatedCell> cells = List.of();
        for (int repeats = early ? FEWEST : MOST; repeats <= MOST; repeats++) {
            List<RepeatedCell> soFar = new ArrayList<>();
            for (int gate = 0; gate < figures.size(); gate++) {
                soFar.add(SyntheticServer.cell(gate, figures.get(gate).subList(0, repeats), limit));
            }
            cells = soFar;
            if (earlyStop.after(cells).stop()) {
                break;
            }
        }
        return cells.stream()
                .flatMap(cell -> judge.checks(cell, judging).stream())
                .map(check -> check.record().status())
                .toList();
    }

    /** Judges a figure that is truly a share worse than the old truth, one of fifty, against an absolute limit. */
    Outcome regression(double noise, double worse, boolean early, int tries) {
        return outcomes.computeIfAbsent(
                List.of("limit", noise, worse, early, tries), asked -> simulatedRegression(noise, worse, early, tries));
    }

    private Outcome simulatedRegression(double noise, double worse, boolean early, int tries) {
        SyntheticServer server = new SyntheticServer(noise, Math.round(noise * 1000) + 11);
        double truth = SyntheticServer.OLD_TRUTH * (1 - worse);
        ThresholdEntry least = Limits.minTokS(SyntheticServer.METRIC, SyntheticServer.OLD_TRUTH * (1 - ROOM));
        Judging judging = new Judging(ErrorBudget.of(GATES, early ? FEWEST : MOST, MOST));
        Tally tally = new Tally();
        for (int i = 0; i < tries; i++) {
            JudgedCheck check = last(server.repeats(truth, MOST), least, judging, early);
            Integer needs = tally.add(check);
            if (needs != null) {
                Judging again = new Judging(ErrorBudget.of(GATES, needs, needs));
                JudgedCheck second = last(server.repeats(truth, needs), least, again, false);
                tally.again(second.record().status());
            }
        }
        return tally.outcome(tries);
    }

    private JudgedCheck last(List<Double> figure, ThresholdEntry limit, Judging judging, boolean early) {
        JudgedCheck check = null;
        for (int repeats = early ? FEWEST : figure.size(); repeats <= figure.size(); repeats++) {
            check = judge.checks(SyntheticServer.cell(0, figure.subList(0, repeats), limit), judging)
                    .getFirst();
            if (!check.openToRepeats()) {
                break;
            }
        }
        return Objects.requireNonNull(check);
    }

    /** Judges a figure that is truly a share worse against a baseline of runs with as many repeats. */
    Outcome regressionFromBaseline(double noise, double worse, int runs, int tries) {
        return outcomes.computeIfAbsent(
                List.of("baseline", noise, worse, runs, tries),
                asked -> simulatedFromBaseline(noise, worse, runs, tries));
    }

    private Outcome simulatedFromBaseline(double noise, double worse, int runs, int tries) {
        SyntheticServer server = new SyntheticServer(noise, Math.round(noise * 1000) + runs);
        double truth = SyntheticServer.OLD_TRUTH * (1 - worse);
        ThresholdRule.MaxRegression rule = new ThresholdRule.MaxRegression(100 * ROOM);
        double level = ErrorBudget.of(GATES, MOST, MOST).at(MOST);
        Tally tally = new Tally();
        for (int i = 0; i < tries; i++) {
            RegressionJudge judged = judged(server, truth, rule, runs, MOST, level);
            Integer needs = tally.add(judged.side(), judged.needs());
            if (needs != null) {
                tally.again(
                        judged(server, truth, rule, runs, needs, level).side() == Interval.Side.BEYOND
                                ? Status.FAIL
                                : Status.INCONCLUSIVE);
            }
        }
        return tally.outcome(tries);
    }

    private static RegressionJudge judged(
            SyntheticServer server,
            double truth,
            ThresholdRule.MaxRegression rule,
            int runs,
            int repeats,
            double level) {
        return RegressionJudge.of(
                rule,
                Repeats.of(server.repeats(truth, repeats), "tok/s"),
                server.past(SyntheticServer.OLD_TRUTH, runs, repeats),
                Direction.HIGHER,
                level,
                "tok/s");
    }

    /** Counts what came out. */
    private static final class Tally {

        private int failed;
        private int passed;
        private int open;
        private int unbounded;
        private int found;
        private final List<Integer> needs = new ArrayList<>();

        Integer add(JudgedCheck check) {
            Interval.Side side = switch (check.record().status()) {
                case FAIL -> Interval.Side.BEYOND;
                case PASS -> Interval.Side.WITHIN;
                default -> Interval.Side.ACROSS;
            };
            return add(side, Objects.requireNonNull(check.record().noise()).needs());
        }

        Integer add(Interval.Side side, Integer needed) {
            switch (side) {
                case BEYOND -> failed++;
                case WITHIN -> passed++;
                case ACROSS -> {
                    open++;
                    if (needed == null) {
                        unbounded++;
                    } else {
                        needs.add(needed);
                        return needed;
                    }
                }
            }
            return null;
        }

        void again(Status status) {
            found += status == Status.FAIL ? 1 : 0;
        }

        Outcome outcome(double tries) {
            Collections.sort(needs);
            return new Outcome(
                    failed / tries,
                    passed / tries,
                    open / tries,
                    needs.isEmpty() ? 0 : needs.get(needs.size() / 2),
                    open == 0 ? 0 : (double) unbounded / open,
                    needs.isEmpty() ? 1 : (double) found / needs.size());
        }
    }
}
