package atlas.validation.client;

import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.delta;
import static atlas.validation.testing.ChatEvents.finish;
import static atlas.validation.testing.ChatEvents.role;
import static atlas.validation.testing.ChatEvents.usage;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.record.ToolCallRecord;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import atlas.validation.workload.ToolOffer;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One good call of the offered function, as different servers stream it: a call that can be made, every time. */
@Timeout(60)
class ToolCallSpellingsIT {

    private static final ToolOffer WEATHER = new ToolOffer(Map.of(
            "name",
            "current_weather",
            "parameters",
            Map.of(
                    "type",
                    "object",
                    "properties",
                    Map.of("city", Map.of("type", "string")),
                    "required",
                    List.of("city"))));

    private static final String ARGUMENTS = "\"{\\\"city\\\":\\\"Lisbon\\\"}\"";
    private static final String FIRST_HALF = "\"{\\\"city\\\":\"";
    private static final String SECOND_HALF = "\"\\\"Lisbon\\\"}\"";

    @ParameterizedTest(name = "{0}")
    @MethodSource("spellings")
    void aCallThatCanBeMadeIsOne(String name, String events) {
        RequestRecord row = row(Reply.stream(role(), events, finish("tool_calls"), usage(9, 5), DONE));

        assertThat(row.outcome()).isEqualTo(Outcome.SUCCESS);
        ToolCallRecord call = requireNonNull(row.tool());
        assertThat(call.trouble()).isNull();
        assertThat(call.name()).isEqualTo("current_weather");
        assertThat(call.emitMs()).isNotNull();
    }

    static Stream<Arguments> spellings() {
        return Stream.of(
                Arguments.of("whole, in one chunk", call("\"index\":0,\"id\":\"a\",", "current_weather", ARGUMENTS)),
                Arguments.of(
                        "with an index that does not begin at 0", call("\"index\":3,", "current_weather", ARGUMENTS)),
                Arguments.of("without an index", call("", "current_weather", ARGUMENTS)),
                Arguments.of(
                        "without an index, before another one without",
                        call("\"id\":\"a\",", "current_weather", ARGUMENTS) + call("\"id\":\"b\",", "other", "\"{}\"")),
                Arguments.of(
                        "with an index of null, before another one of null",
                        call("\"index\":null,\"id\":\"a\",", "current_weather", ARGUMENTS)
                                + call("\"index\":null,\"id\":\"b\",", "other", "\"{}\"")),
                Arguments.of(
                        "without an index, in two pieces of one id",
                        call("\"id\":\"a\",", "current_weather", FIRST_HALF)
                                + delta("{\"tool_calls\":[{\"id\":\"a\",\"function\":{\"arguments\":" + SECOND_HALF
                                        + "}}]}")),
                Arguments.of(
                        "with its name in each of its pieces",
                        call("\"index\":0,", "current_weather", FIRST_HALF)
                                + call("\"index\":0,", "current_weather", SECOND_HALF)),
                Arguments.of(
                        "with its arguments before its name",
                        delta("{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":" + ARGUMENTS + "}}]}")
                                + call("\"index\":0,", "current_weather", "\"\"")),
                Arguments.of(
                        "as a function call in its old spelling",
                        delta("{\"function_call\":{\"name\":\"current_weather\",\"arguments\":\"\"}}")
                                + delta("{\"function_call\":{\"arguments\":" + ARGUMENTS + "}}")));
    }

    private static String call(String head, String name, String arguments) {
        return delta("{\"tool_calls\":[{" + head + "\"type\":\"function\",\"function\":{\"name\":\"" + name
                + "\",\"arguments\":" + arguments + "}}]}");
    }

    private static RequestRecord row(Reply reply) {
        try (ScriptedServer server = ScriptedServer.start(request -> reply)) {
            return Loads.run(server, new WeatherQuestion(WEATHER).once()).rows().getFirst();
        }
    }
}
