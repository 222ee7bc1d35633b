package atlas.validation.probe;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Gives the result of a call back: the answer should make use of it. */
record ToolResultProbe() implements Probe {

    private static final String DEGREES = "17";
    private static final int MAX_TOKENS = 96;

    @Override
    public String name() {
        return "tool_result";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        Map<String, ?> function =
                Map.of("name", WeatherTool.NAME, "arguments", "{\"city\":\"Paris\",\"unit\":\"celsius\"}");
        List<Map<String, ?>> messages = List.of(
                Map.of("role", "user", "content", WeatherTool.QUESTION),
                Map.of(
                        "role",
                        "assistant",
                        "content",
                        "",
                        "tool_calls",
                        List.of(Map.of("id", "call_1", "type", "function", "function", function))),
                Map.of(
                        "role",
                        "tool",
                        "tool_call_id",
                        "call_1",
                        "content",
                        DEGREES + " degrees celsius and light rain"));
        return target.chat(messages, MAX_TOKENS, Map.of("tools", WeatherTool.offered()))
                .expectOk(
                        "a call and its result",
                        "an answer makes use of a tool's result",
                        exchange -> departure(exchange.chat()));
    }

    private static @Nullable Departure departure(ChatAnswer answer) {
        return answer.content().contains(DEGREES)
                ? null
                : new Departure(
                        "the answer is %s with %d calls"
                                .formatted(
                                        Exchange.quoted(answer.content()),
                                        answer.toolCalls().size()),
                        "it should tell of the " + DEGREES + " degrees of the result");
    }
}
