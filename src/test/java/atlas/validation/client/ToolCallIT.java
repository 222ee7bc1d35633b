package atlas.validation.client;

import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.delta;
import static atlas.validation.testing.ChatEvents.finish;
import static atlas.validation.testing.ChatEvents.role;
import static atlas.validation.testing.ChatEvents.toolArguments;
import static atlas.validation.testing.ChatEvents.toolCall;
import static atlas.validation.testing.ChatEvents.usage;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.record.ToolCallRecord;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import atlas.validation.workload.ToolOffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a row says of a tool call, from real sockets. */
@Timeout(60)
class ToolCallIT {

    private static final ToolOffer WEATHER = new ToolOffer(Map.of(
            "name",
            "current_weather",
            "parameters",
            Map.of(
                    "type",
                    "object",
                    "properties",
                    Map.of("city", Map.of("type", "string"), "unit", Map.of("enum", List.of("celsius"))),
                    "required",
                    List.of("city", "unit"))));

    private static final String WHOLE = "{\\\"city\\\":\\\"Lisbon\\\",\\\"unit\\\":\\\"celsius\\\"}";

    @Test
    void aCallInPiecesHasItsTimesAndGaps() {
        Duration pause = Duration.ofMillis(10);
        RequestRecord row = row(new Reply()
                .streamHead()
                .chunk(role() + toolCall("current_weather"))
                .pause(pause)
                .chunk(toolArguments("{\\\"city\\\":"))
                .pause(pause)
                .chunk(toolArguments("\\\"Lisbon\\\","))
                .pause(pause)
                .chunk(toolArguments("\\\"unit\\\":\\\"celsius\\\"}") + finish("tool_calls") + usage(9, 5) + DONE)
                .end());

        ToolCallRecord call = requireNonNull(row.tool());
        assertThat(call.trouble()).isNull();
        assertThat(call.name()).isEqualTo("current_weather");
        assertThat(call.nameMs()).as("the name is its first token").isEqualTo(row.ttftMs());
        assertThat(call.emitMs()).as("complete with its last piece").isEqualTo(row.e2eMs());
        assertThat(call.gapsMs()).as("three pieces of arguments").hasSize(2);
        assertThat(requireNonNull(call.nameMs()) + row.chunkGapsMs()[0] + call.gapsMs()[0] + call.gapsMs()[1])
                .isCloseTo(requireNonNull(call.emitMs()), org.assertj.core.api.Assertions.offset(1e-6));
    }

    @Test
    void whatComesBehindTheCallDoesNotDelayIt() {
        RequestRecord row = row(new Reply()
                .streamHead()
                .chunk(toolCall("current_weather") + toolArguments(WHOLE))
                .pause(Duration.ofMillis(20))
                .chunk(toolArguments("") + content("There you are.") + finish("tool_calls") + usage(9, 9) + DONE)
                .end());

        ToolCallRecord call = requireNonNull(row.tool());
        assertThat(call.succeeded()).isTrue();
        assertThat(requireNonNull(row.e2eMs()) - requireNonNull(call.emitMs())).isGreaterThanOrEqualTo(20);
        assertThat(call.gapsMs()).isEmpty();
    }

    @Test
    void onlyTheFirstCallCountsAndPiecesOfTwoAreNotMixed() {
        String second =
                "{\"tool_calls\":[{\"index\":1,\"id\":\"b\",\"function\":{\"name\":\"x\",\"arguments\":\"{\"}}]}";
        RequestRecord row = row(Reply.stream(
                toolCall("current_weather"),
                delta(second),
                toolArguments(WHOLE),
                finish("tool_calls"),
                usage(9, 9),
                DONE));

        assertThat(requireNonNull(row.tool()).trouble()).isNull();
    }

    @Test
    void aCallWithoutItsArgumentsCannotBeMade() {
        assertThat(trouble(toolCall("current_weather"), toolArguments("{}")))
                .isEqualTo("in the arguments, 'city' is missing");
        assertThat(trouble(toolCall("current_weather"))).isEqualTo("the call has no arguments");
        assertThat(trouble(toolCall("current_weather"), toolArguments("{\\\"city\\\":\\\"Lis")))
                .isEqualTo("the arguments are no JSON: '{\"city\":\"Lis'");
        assertThat(trouble(toolCall("current_weather"), toolArguments("[1]")))
                .isEqualTo("the arguments are no JSON object: '[1]'");
    }

    @Test
    void aCallOfAnotherFunctionIsNone() {
        assertThat(trouble(toolCall("rm_rf"), toolArguments(WHOLE)))
                .isEqualTo("it calls 'rm_rf' and not 'current_weather'");
        assertThat(trouble(toolArguments(WHOLE))).isEqualTo("the call names no function");
    }

    @Test
    void proseIsNoCallAndNoFailedRequest() {
        RequestRecord row = row(Reply.stream(content("It is sunny."), finish("stop"), usage(9, 4), DONE));

        assertThat(row.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(requireNonNull(row.tool()).trouble())
                .isEqualTo("the answer calls no function; finish_reason is stop");
        assertThat(row.tool().emitMs()).isNull();
    }

    @Test
    void aRefusalHasARowThatSaysSo() {
        RequestRecord row = row(Reply.json(400, "{\"error\":{\"message\":\"no tools here\"}}"));

        assertThat(row.outcome()).isEqualTo(Outcome.HTTP_ERROR);
        assertThat(requireNonNull(row.tool()).trouble()).isEqualTo("there was no answer");
    }

    @Test
    void theRequestOffersTheFunctionAsTheApiHasIt() {
        try (ScriptedServer server = ScriptedServer.start(request -> answer(toolCall("current_weather")))) {
            Loads.run(server, new WeatherQuestion(WEATHER).once());

            JsonNode body =
                    new JsonMapper().readTree(server.received().getFirst().body());
            assertThat(body.path("tools").path(0).path("type").asString()).isEqualTo("function");
            assertThat(body.path("tools").path(0).path("function").path("name").asString())
                    .isEqualTo("current_weather");
            assertThat(body.path("tool_choice").asString()).isEqualTo("auto");
        }
    }

    private static String trouble(String... events) {
        RequestRecord row = row(answer(events));
        assertThat(row.outcome()).isEqualTo(Outcome.SUCCESS);
        return requireNonNull(requireNonNull(row.tool()).trouble());
    }

    private static Reply answer(String... events) {
        return Reply.stream(role() + String.join("", events) + finish("tool_calls") + usage(9, 5) + DONE);
    }

    private static RequestRecord row(Reply reply) {
        try (ScriptedServer server = ScriptedServer.start(request -> reply)) {
            return Loads.run(server, new WeatherQuestion(WEATHER).once()).rows().getFirst();
        }
    }
}
