package atlas.validation.metric;

import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds out why a cell in which requests succeeded could not give a figure, so that its limit can say so. */
final class UnmeasuredReason {

    private final MeasuredCell cell;

    private UnmeasuredReason(MeasuredCell cell) {
        this.cell = cell;
    }

    /** Returns the reason as a clause, or null where none is known beyond what the figure needs by its scopes. */
    static @Nullable String of(MetricDefinition definition, MeasuredCell cell) {
        if (cell.span() == null) {
            return null;
        }
        UnmeasuredReason reason = new UnmeasuredReason(cell);
        String missing = reason.missingInput(definition);
        return missing != null ? missing : reason.byName(definition);
    }

    private @Nullable String missingInput(MetricDefinition definition) {
        int all = cell.successes().size();
        if (definition.scopes().contains(Scope.PROMPT_TOKENS)) {
            long without = cell.successes().stream()
                    .filter(request -> request.row().promptTokens() == null)
                    .count();
            if (without > 0) {
                return "%d of %d answers come without a count of prompt tokens".formatted(without, all);
            }
        }
        if (definition.scopes().contains(Scope.GPU_COUNT) && cell.input().servingGpus() == null) {
            return "the number of GPUs that serve is not known";
        }
        if (definition.scopes().contains(Scope.CALIBRATION)) {
            return "the client was not calibrated";
        }
        if (definition.countsTokens()) {
            long without = cell.successes().stream()
                    .filter(request -> request.row().completionTokens() == null)
                    .count();
            // Sums need every count, times per token only one.
            boolean needsEvery = definition.tier() == Tier.THROUGHPUT || definition.tier() == Tier.RECORD;
            if (without == all || (without > 0 && needsEvery)) {
                return "%d of %d answers come without a token count".formatted(without, all);
            }
        }
        return null;
    }

    private @Nullable String byName(MetricDefinition definition) {
        String name = definition.name();
        if (isOf(LatencyFamily.TPOT, name) || name.equals("decode_throughput_p50")) {
            return "no answer has a time per token: " + TpotExclusions.of(cell).reasons();
        }
        if (isOf(LatencyFamily.ITL, name) || name.equals("decode_latency_ratio")) {
            return "no answer has tokens at two moments";
        }
        if (isOf(LatencyFamily.TTFO, name)) {
            return "no answer has a token beside its reasoning";
        }
        return switch (name) {
            case "steady_output_throughput" -> unsteady();
            case "max_output_tokens_per_s" ->
                String.format(
                        Locale.ROOT,
                        "the cell took %.2f s, less than the %.0f s that it needs",
                        seconds(),
                        ThroughputFigures.LEAST_SPAN_OF_PEAK_SECONDS);
            case "tokens_per_chunk" -> "tokens were counted by chunks";
            case "decode_ms_per_token" -> "how many tokens each chunk carries is not known";
            case "held_by_cap", "mean_cap_wait_ms" ->
                cell.input().cap() == null ? "the cell has no max_concurrency" : "no request was held back";
            case "ramp_requests", "ramp_failed", "ramp_median_ttft_ms" ->
                cell.ramp().isEmpty() ? "the cell has no ramp" : "no request of the ramp succeeded";
            case "attempted_rate", "mean_in_flight" -> "fewer than two requests were sent at different times";
            case "tool_emit_ms", "tool_name_ms" -> "no answer has a tool call that can be made";
            case "tool_gap_ms", "max_tool_gap_ms" -> "no call had its arguments in more than one piece";
            case "warm_ttft_ratio", "cold_ttft_ms", "warm_ttft_ms" -> "of no pair of prompts did both succeed";
            case "warm_cached_ratio" -> "the server does not tell which prompt tokens were in its cache";
            case "first_turn_ttft_ms", "last_turn_ttft_ms" -> "no such turn succeeded";
            case "goodput", "goodput_ratio", "goodput_tok_s" -> "no request could be evaluated";
            default -> seconds() == 0 ? "the cell took no time" : null;
        };
    }

    private @Nullable String unsteady() {
        Integer users = cell.input().users();
        return users == null
                ? "requests arrived for less than two median requests, as the cell has %d"
                        .formatted(cell.counts().attempted())
                : "the full concurrency of %d lasted less than two median requests, as the cell has %d"
                        .formatted(users, cell.counts().attempted());
    }

    private double seconds() {
        return Objects.requireNonNull(cell.span(), "a cell without a span is told apart first")
                .seconds();
    }

    private static boolean isOf(LatencyFamily family, String name) {
        return name.endsWith("_" + family.suffix());
    }
}
