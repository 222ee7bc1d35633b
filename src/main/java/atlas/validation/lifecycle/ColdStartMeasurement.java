package atlas.validation.lifecycle;

import atlas.validation.gate.CellJudge;
import atlas.validation.gate.CellVerdict;
import atlas.validation.gate.RowVerdict;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.metric.Tier;
import atlas.validation.plan.Tags;
import atlas.validation.plan.TargetPlan;
import atlas.validation.record.ColdStart;
import atlas.validation.record.RequestRecord;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Measures the second request beside the first, and judges how long the server took to its first token. */
public record ColdStartMeasurement() implements Stage {

    @Override
    public String name() {
        return Tags.COLD_START;
    }

    @Override
    public boolean blocksOthers() {
        return false;
    }

    @Override
    public Optional<String> skipReason(TargetRun target) {
        return target.plan().config().functional().coldStart()
                ? Optional.empty()
                : Optional.of("functional.cold_start is not set");
    }

    @Override
    public RowVerdict run(TargetRun target) {
        TargetPlan plan = target.plan();
        ColdStart first = target.notes().coldStart();
        RequestRecord second = new FirstTokens(target.connection(), target).ask("second_request", target.salt() + "-2");
        ColdStart both =
                (first == null ? new ColdStart(null, null, null, null) : first).withSecondRequest(second.ttftMs());
        Map<String, @Nullable Double> actuals = new LinkedHashMap<>();
        actuals.put("launch_to_ready_ms", both.launchToReadyMs());
        actuals.put("first_request_ms", both.firstRequestMs());
        actuals.put("second_request_ms", both.secondRequestMs());
        actuals.put("cold_start_ms", both.coldStartMs());
        CellVerdict judged = new CellJudge(MetricRegistry.standard())
                .judgeTarget(plan.name(), actuals, plan.limits(), plan.enforced());
        target.notes().coldStart(both, judged.tiers());
        return judged.tiers().stream()
                .filter(tier -> tier.name().equals(Tier.TARGET.word()))
                .findFirst()
                .map(RowVerdict::of)
                .orElseThrow(() -> new IllegalStateException("the gate said nothing of the target"));
    }
}
