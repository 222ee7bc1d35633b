package atlas.validation.client;

import atlas.validation.record.ToolCallRecord;
import atlas.validation.stream.Answer;
import atlas.validation.stream.StreamedCall;
import atlas.validation.workload.ToolOffer;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Says what came of requests that were to call a tool. Only the first call of an answer counts. */
final class ToolCallRows {

    private ToolCallRows() {}

    /**
     * Returns what a row says of a call.
     *
     * @param answer null where none came
     * @param times counts from when the request was sent
     * @param withoutSecrets strikes out what no record may hold: objections quote what the server said
     */
    static ToolCallRecord row(
            ToolOffer tool, @Nullable Answer answer, RequestTimes times, UnaryOperator<String> withoutSecrets) {
        if (answer == null || answer.calls().isEmpty()) {
            String why = answer == null || answer.firstToken() == null
                    ? "there was no answer"
                    : "the answer calls no function; finish_reason is " + answer.finishReason();
            return new ToolCallRecord(null, null, null, new double[0], why);
        }
        StreamedCall call = answer.calls().getFirst();
        Optional<String> objection = tool.objection(call.name(), call.arguments());
        return new ToolCallRecord(
                call.name() == null ? null : withoutSecrets.apply(call.name()),
                times.millis(call.named()),
                objection.isPresent() ? null : times.millis(call.completed()),
                times.gaps(call.argumentStamps()),
                objection.map(withoutSecrets).orElse(null));
    }
}
