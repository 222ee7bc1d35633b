package atlas.validation.client;

import static atlas.validation.client.WireRow.fails;
import static atlas.validation.client.WireRow.row;
import static atlas.validation.client.WireRow.success;
import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.data;
import static atlas.validation.testing.ChatEvents.delta;
import static atlas.validation.testing.ChatEvents.finish;
import static atlas.validation.testing.ChatEvents.role;
import static atlas.validation.testing.ChatEvents.usage;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Outcome;
import atlas.validation.testing.Reply;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is a token and what is none: each spelling comes first and alone, long before a token that nobody doubts, so
 * that TTFT tells whether it was taken for one.
 */
@Timeout(120)
class TokenSpellingsOverTheWireIT {

    private static final Duration PAUSE = Duration.ofMillis(60);

    @ParameterizedTest(name = "{0}")
    @MethodSource({"answers", "reasoning", "none", "completions", "alone"})
    void ends(WireRow row) {
        row.check();
    }

    static Stream<WireRow> answers() {
        return Stream.of(
                row("one blank", first(content(" ")), answer()),
                row("a line feed", first(content("\\n")), answer()),
                row("a blank of no width", first(content("\\u200b")), answer()),
                row("half of a character in two", first(content("\\ud83d")), answer()),
                row("a character that stands for bytes which are none", first(content("\\ufffd")), answer()),
                row(
                        "a part of content that is text",
                        first(delta("{\"content\":[{\"type\":\"text\",\"text\":\"a\"}]}")),
                        answer()),
                row("audio", first(delta("{\"audio\":{\"id\":\"x\",\"data\":\"UklGRg==\"}}")), answer()),
                row("what audio says", first(delta("{\"audio\":{\"transcript\":\"a\"}}")), answer()),
                row("a refusal", first(delta("{\"content\":null,\"refusal\":\"no\"}")), answer()),
                row(
                        "arguments of a blank",
                        first(delta("{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\" \"}}]}")),
                        answer()),
                row(
                        "a tool call whose index leaves a gap",
                        first(delta("{\"tool_calls\":[{\"index\":7,\"id\":\"a\",\"function\":{\"name\":\"f\"}}]}")),
                        answer()),
                row(
                        "a tool call without an index",
                        first(delta("{\"tool_calls\":[{\"function\":{\"name\":\"f\",\"arguments\":null}}]}")),
                        answer()),
                row(
                        "the second of two tool calls in one chunk",
                        first(
                                delta(
                                        "{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"\"}},{\"index\":1,\"function\":{\"arguments\":\"{\"}}]}")),
                        answer()),
                row(
                        "a function call in its old spelling, its name",
                        first(delta("{\"function_call\":{\"name\":\"f\",\"arguments\":\"\"}}")),
                        answer()),
                row(
                        "a function call in its old spelling, its arguments",
                        first(delta("{\"function_call\":{\"arguments\":\"{\"}}")),
                        answer()),
                row(
                        "text in the second of two choices",
                        first(
                                data(
                                        "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\"}},{\"index\":1,\"delta\":{\"content\":\"b\"}}]}")),
                        answer()),
                row(
                        "text beside reasoning of nothing",
                        first(delta("{\"reasoning_content\":\"\",\"reasoning\":null,\"content\":\"a\"}")),
                        answer()),
                row(
                        "text and reasoning in one chunk",
                        first(delta("{\"reasoning_content\":\"x\",\"content\":\"a\"}")),
                        answer()));
    }

    private static WireRow.Expected answer() {
        return success()
                .chunks(2)
                .tokens(2)
                .and(played ->
                        assertThat(played.row().ttfoMs()).isEqualTo(played.row().ttftMs()));
    }

    static Stream<WireRow> reasoning() {
        return Stream.of(
                row("a blank of reasoning", first(delta("{\"reasoning_content\":\" \"}")), thought()),
                row(
                        "reasoning under two names",
                        first(delta("{\"reasoning\":\"x\",\"reasoning_content\":\"x\"}")),
                        thought()),
                row(
                        "reasoning beside content of nothing",
                        first(delta("{\"role\":\"assistant\",\"content\":\"\",\"reasoning\":\"x\"}")),
                        thought()),
                row(
                        "the second of two reasoning details",
                        first(
                                delta(
                                        "{\"reasoning_details\":[{\"type\":\"reasoning.encrypted\",\"data\":\"q\"},{\"type\":\"reasoning.text\",\"text\":\"x\"}]}")),
                        thought()));
    }

    private static WireRow.Expected thought() {
        return success()
                .chunks(2)
                .tokens(2)
                .and(played ->
                        assertThat(played.row().ttfoMs()).isEqualTo(played.row().e2eMs()));
    }

    static Stream<WireRow> none() {
        return Stream.of(
                        "{\"role\":\"assistant\"}",
                        "{\"content\":null}",
                        "{\"content\":0}",
                        "{\"content\":[]}",
                        "{\"content\":[{\"type\":\"text\",\"text\":\"\"}]}",
                        "{\"refusal\":null}",
                        "{\"audio\":{\"id\":\"x\",\"expires_at\":1}}",
                        "{\"reasoning_details\":[{\"type\":\"reasoning.encrypted\",\"data\":\"q\"}]}",
                        "{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"type\":\"function\",\"function\":{\"name\":\"\",\"arguments\":\"\"}}]}",
                        "{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"type\":\"function\",\"function\":{\"name\":null,\"arguments\":null}}]}",
                        "{\"tool_calls\":[{\"index\":0,\"id\":\"a\"}]}",
                        "{\"function_call\":null}",
                        "{\"metadata\":{\"content\":\"a\"}}")
                .map(nothing -> row(nothing + " is no token", first(delta(nothing)), late()));
    }

    private static WireRow.Expected late() {
        return success()
                .chunks(1)
                .ttftAtLeast(PAUSE.toMillis())
                .and(played -> assertThat(played.row().firstEventMs())
                        .isLessThan(played.row().ttftMs()));
    }

    /** The streams of the completions API, which have text and no delta. */
    static Stream<WireRow> completions() {
        return Stream.of(
                row(
                        "legacy text",
                        first(
                                data(
                                        "{\"object\":\"text_completion\",\"choices\":[{\"index\":0,\"text\":\"a\",\"logprobs\":null}]}")),
                        answer()),
                row("legacy text of nothing", first(data("{\"choices\":[{\"index\":0,\"text\":\"\"}]}")), late()),
                row(
                        "legacy text with its finish reason and usage in one chunk",
                        Reply.stream(
                                data("{\"choices\":[{\"text\":\"a\",\"finish_reason\":null}]}"),
                                data(
                                        "{\"choices\":[{\"text\":\"b\",\"finish_reason\":\"length\"}],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":2}}"),
                                DONE),
                        success().chunks(2).tokens(2).finish("length")));
    }

    static Stream<WireRow> alone() {
        return Stream.of(
                row(
                        "an answer of nothing but a function call in its old spelling",
                        Reply.stream(
                                role(),
                                delta("{\"function_call\":{\"name\":\"f\",\"arguments\":\"\"}}"),
                                delta("{\"function_call\":{\"arguments\":\"{}\"}}"),
                                finish("function_call"),
                                usage(9, 5),
                                DONE),
                        success().chunks(2).tokens(5).finish("function_call")),
                row(
                        "an answer whose only text stands outside of any choice",
                        Reply.stream(data("{\"content\":\"a\",\"choices\":[{\"delta\":{}}]}"), finish("stop"), DONE),
                        fails(Outcome.NO_TOKENS).noTtft().chunks(0)));
    }

    private static Reply first(String event) {
        return new Reply()
                .streamHead()
                .chunk(event)
                .pause(PAUSE)
                .chunk(content("z") + finish("stop") + usage(5, 2) + DONE)
                .end();
    }
}
