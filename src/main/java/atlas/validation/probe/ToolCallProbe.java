package atlas.validation.probe;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Offers a function and looks at the call, or at its absence.
 *
 * @param choice what is said about calling it
 * @param stream whether the answer is streamed
 */
record ToolCallProbe(Choice choice, boolean stream) implements Probe {

    private static final int MAX_TOKENS = 256;

    /** How an answer with a call may end; OpenAI ends one that was asked for by name with "stop". */
    private static final Set<String> ENDINGS = Set.of("tool_calls", "stop");

    /** What {@code tool_choice} says. */
    enum Choice {
        AUTO,
        REQUIRED,
        NAMED,
        NONE;

        private Object value() {
            return this == NAMED ? Map.of("type", "function", "function", Map.of("name", WeatherTool.NAME)) : word();
        }

        private String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public String name() {
        return "tool_" + choice.word() + (stream ? "_stream" : "");
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("tools", WeatherTool.offered());
        fields.put("tool_choice", choice.value());
        if (stream) {
            fields.put("stream", true);
        }
        Exchange exchange =
                target.chat(WeatherTool.QUESTION, choice == Choice.NONE ? MAX_TOKENS / 16 : MAX_TOKENS, fields);
        String wellSaid = choice == Choice.NONE
                ? "with tool_choice none no function is called"
                : "tool_choice %s gives a call whose arguments are valid".formatted(choice.word());
        return exchange.expectOk(
                "tools and tool_choice %s%s".formatted(choice.word(), stream ? ", streamed" : ""),
                wellSaid + (stream ? ", as a stream" : ""),
                answered -> departure(stream ? answered.stream().answer() : answered.chat()));
    }

    private @Nullable Departure departure(ChatAnswer answer) {
        if (choice == Choice.NONE) {
            return answer.toolCalls().isEmpty()
                    ? null
                    : new Departure(
                            "'" + answer.toolCalls().getFirst().name() + "' is called", "none should be called");
        }
        if (answer.toolCalls().isEmpty()) {
            return new Departure(
                    "there is no call, and the content is " + Exchange.quoted(answer.content()),
                    "the answer should be a call");
        }
        for (ToolCall call : answer.toolCalls()) {
            Departure wrong = WeatherTool.departure(call).orElse(null);
            if (wrong != null) {
                return wrong;
            }
        }
        boolean ends = choice == Choice.AUTO
                ? answer.finishReason().equals("tool_calls")
                : ENDINGS.contains(answer.finishReason());
        return ends
                ? null
                : new Departure("finish_reason is '" + answer.finishReason() + "'", "it should be \"tool_calls\"");
    }
}
