package atlas.validation.lifecycle;

import atlas.validation.metric.CellMetrics;
import atlas.validation.metric.MetricValue;
import atlas.validation.metric.Tier;
import atlas.validation.probe.KnownAnswer;
import atlas.validation.probe.ProbeTarget;
import atlas.validation.record.Warning;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks the questions with known answers before a cell, one at a time all through it, and after it: a server may be fast
 * and talk nonsense only while it is busy. While the cell runs, the server has one request more than the cell says.
 */
final class AnswerWatch {

    private static final String METRIC = "correctness_ratio";

    /** Questions asked during a cell, at most: enough to tell, however long it lasts. */
    private static final int MOST_DURING = 60;

    private static final int SHOWN = 3;
    private static final Duration LAST_ANSWER = Duration.ofSeconds(60);

    private final TargetRun target;
    private final ProbeTarget asked;
    private final List<String> wrong = new ArrayList<>();
    private int answers;
    private volatile boolean stopped;
    private @Nullable Thread thread;

    private AnswerWatch(TargetRun target) {
        this.target = target;
        this.asked = ApiConformance.probed(target);
    }

    /** Returns a watch over a cell with these tiers, or null where nobody asks for it. */
    static @Nullable AnswerWatch of(TargetRun target, List<Tier> tiers) {
        return tiers.contains(Tier.CORRECTNESS) ? new AnswerWatch(target) : null;
    }

    /** Asks every question, and goes on asking until {@link #end}. */
    void begin() {
        askAll("before the load");
        thread = Thread.ofVirtual().name("known-answers").start(() -> {
            for (int i = 0;
                    i < MOST_DURING && !stopped && !target.cancellation().isCancelled();
                    i++) {
                ask(i, "under load");
            }
        });
    }

    /** Waits for the last answer under load, and asks every question once more. */
    void end() {
        stopped = true;
        Thread asking = thread;
        if (asking == null) {
            return;
        }
        try {
            boolean cancelled = target.cancellation().isCancelled();
            if (cancelled || !asking.join(LAST_ANSWER)) {
                asking.interrupt();
                asking.join();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        askAll("after the load");
    }

    private void askAll(String when) {
        for (int i = 0; i < KnownAnswer.questions() && !target.cancellation().isCancelled(); i++) {
            ask(i, when);
        }
    }

    private void ask(int number, String when) {
        KnownAnswer answer = KnownAnswer.ask(asked, number);
        keep(answer, when);
    }

    private synchronized void keep(KnownAnswer answer, String when) {
        answers++;
        if (!answer.right()) {
            wrong.add(when + " " + answer.sentence());
        }
    }

    /** Returns the figures of the cell and how many answers were right. */
    synchronized CellMetrics addTo(CellMetrics metrics) {
        if (answers == 0) {
            return metrics.with(METRIC, MetricValue.unmeasured(), List.of());
        }
        List<Warning> warnings = wrong.stream()
                .limit(SHOWN)
                .map(sentence -> new Warning("wrong_answer", sentence))
                .toList();
        double right = answers - wrong.size();
        return metrics.with(METRIC, MetricValue.of(right / answers, answers), warnings);
    }
}
