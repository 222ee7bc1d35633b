package atlas.validation.metric;

import atlas.validation.record.Counts;
import atlas.validation.record.Outcome;
import atlas.validation.record.ToolCallRecord;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Computes how fast, and how often, requests are answered by a tool call that can be made. */
final class ToolFigures {

    private ToolFigures() {}

    static void addTo(Figures figures, MeasuredCell cell) {
        if (cell.input().kind() != WorkloadKind.TOOL_CALLS) {
            return;
        }
        List<ToolCallRecord> made = made(cell);
        Samples emitted = Samples.of(made.stream()
                .map(ToolCallRecord::emitMs)
                .filter(Objects::nonNull)
                .toList());
        Samples named = Samples.of(made.stream()
                .map(ToolCallRecord::nameMs)
                .filter(Objects::nonNull)
                .toList());
        List<ToolCallRecord> inPieces =
                made.stream().filter(call -> call.gapsMs().length > 0).toList();
        Samples gaps = Samples.pooled(
                inPieces.stream()
                        .flatMapToDouble(call -> Arrays.stream(call.gapsMs()))
                        .toArray(),
                inPieces.size());
        Counts counts = cell.counts();
        int decided = counts.attempted() - counts.cancelled();
        figures.add("tool_emit_ms", emitted.median(), emitted.n());
        figures.add("tool_name_ms", named.median(), named.n());
        figures.add("tool_gap_ms", gaps.median(), gaps.n());
        figures.add("max_tool_gap_ms", gaps.max(), gaps.n());
        figures.add("tool_call_success", decided == 0 ? null : (Double) ((double) made.size() / decided), decided);
    }

    private static List<ToolCallRecord> made(MeasuredCell cell) {
        return cell.successes().stream()
                .map(request -> request.row().tool())
                .filter(Objects::nonNull)
                .filter(ToolCallRecord::succeeded)
                .toList();
    }

    /** Returns how many requests had an answer without a call that can be made, and the commonest reason. */
    static Optional<String> troubles(MeasuredCell cell) {
        Map<String, Integer> reasons = new LinkedHashMap<>();
        int missing = 0;
        for (MeasuredRequest request : cell.requests()) {
            ToolCallRecord call = request.row().tool();
            if (request.row().outcome() == Outcome.SUCCESS && call != null && call.trouble() != null) {
                missing++;
                reasons.merge(call.trouble(), 1, Integer::sum);
            }
        }
        int all = missing;
        return reasons.entrySet().stream()
                .max(Comparator.comparingInt(Map.Entry::getValue))
                .map(commonest -> "%d of %d answers have no tool call that can be made; in %d of them %s"
                        .formatted(all, cell.successes().size(), commonest.getValue(), commonest.getKey()));
    }
}
