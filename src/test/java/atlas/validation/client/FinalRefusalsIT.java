package atlas.validation.client;

import static atlas.validation.testing.ChatEvents.answer;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Outcome;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Field case D24 and its neighbours: a server none of whose answers is welcome ends the cell, whatever came first. */
@Timeout(60)
class FinalRefusalsIT {

    private static final Reply NO_KEY = Reply.json(401, "{\"error\":{\"message\":\"no such key\"}}");

    /** What comes first says nothing of a welcome: no request has been accepted. */
    @ParameterizedTest(name = "D24 {0}, then nothing but 401")
    @MethodSource("unwelcome")
    void endsTheCellWhereNoAnswerWasEverWelcome(String name, Reply first) {
        try (ScriptedServer server = ScriptedServer.start(request -> request.number() < 8 ? first : NO_KEY)) {
            CellMeasurement cell = Loads.run(server, Loads.cell(4, 0, 300));

            assertThat(cell.abortReason()).isNotNull().contains("HTTP 401, no such key");
            assertThat(cell.rows()).hasSizeLessThan(30);
        }
    }

    static Stream<Arguments> unwelcome() {
        return Stream.of(
                Arguments.of("a connection that breaks", new Reply().reset()),
                Arguments.of("a limit of rate", Reply.json(429, "{\"error\":\"slow down\"}")),
                Arguments.of("a server that loads", Reply.json(503, "{\"error\":\"loading\"}")),
                Arguments.of(
                        "what is no HTTP",
                        new Reply().text("no HTTP at all\r\n\r\n").close()));
    }

    @Test
    void d24RefusalsOfSeveralKindsAreRefusals() {
        try (ScriptedServer server = ScriptedServer.start(request ->
                Reply.json(new int[] {400, 401, 403, 404}[request.number() % 4], "{\"error\":{\"message\":\"no\"}}"))) {
            CellMeasurement cell = Loads.run(server, Loads.cell(2, 2, 300));

            assertThat(cell.abortReason()).isNotNull();
            assertThat(cell.rows()).hasSizeLessThan(10);
            assertThat(cell.rows())
                    .allMatch(row -> row.outcome() == Outcome.HTTP_ERROR || row.outcome() == Outcome.CANCELLED);
        }
    }

    @Test
    void d24ASingleRequestThatIsRefusedIsEveryRequest() {
        try (ScriptedServer server = ScriptedServer.start(request -> NO_KEY)) {
            CellMeasurement cell = Loads.run(server, Loads.cell(1, 0, 1));

            assertThat(cell.abortReason()).contains("1 of 1 so far: HTTP 401");
            assertThat(WireRow.metrics(cell.rows()).counts().byOutcome()).isEqualTo(Map.of("http_error", 1));
        }
    }

    @Test
    void d24OneWelcomeIsEnoughToGoOn() {
        try (ScriptedServer server =
                ScriptedServer.start(request -> request.number() == 0 ? Reply.stream(answer(5, 16)) : NO_KEY)) {
            CellMeasurement cell = Loads.run(server, Loads.cell(1, 0, 40));

            assertThat(cell.abortReason()).isNull();
            assertThat(WireRow.metrics(cell.rows()).counts().byOutcome())
                    .isEqualTo(Map.of("success", 1, "http_error", 39));
        }
    }
}
