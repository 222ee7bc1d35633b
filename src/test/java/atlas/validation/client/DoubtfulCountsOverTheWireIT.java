package atlas.validation.client;

import static atlas.validation.client.WireRow.row;
import static atlas.validation.client.WireRow.success;
import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.data;
import static atlas.validation.testing.ChatEvents.finish;
import static atlas.validation.testing.ChatEvents.role;
import static atlas.validation.testing.ChatEvents.usage;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.TokenCountSource;
import atlas.validation.stream.AnswerReader;
import atlas.validation.testing.Reply;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Counts that cannot be, that contradict one another, or that stand where nobody looks for them. */
@Timeout(120)
class DoubtfulCountsOverTheWireIT {

    @ParameterizedTest(name = "{0}")
    @MethodSource({"impossible", "several", "perChunk", "fallbacks"})
    void ends(WireRow row) {
        row.check();
    }

    static Stream<WireRow> impossible() {
        return Stream.of(
                        "-2",
                        "1e400",
                        "NaN",
                        "-Infinity",
                        "99999999999999999999",
                        "2147483648",
                        "\"two\"",
                        "[2]",
                        "true",
                        "null")
                .map(count -> row(
                        "a count of " + count + " is none",
                        Reply.stream(
                                content("a"),
                                content("b"),
                                content("c"),
                                finish("stop"),
                                data("{\"choices\":[],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":" + count
                                        + "}}"),
                                DONE),
                        success()
                                .tokens(3, TokenCountSource.CHUNKS)
                                .warns(AnswerReader.MISSING_USAGE)
                                .and(played -> assertThat(played.row().promptTokens())
                                        .as("the other one is good")
                                        .isEqualTo(5))));
    }

    static Stream<WireRow> several() {
        return Stream.of(
                row(
                        "a bad count behind a good one",
                        Reply.stream(content("a"), finish("stop"), usage(5, 2), counts("-1"), DONE),
                        success().tokens(2)),
                row(
                        "a good count behind a bad one",
                        Reply.stream(content("a"), finish("stop"), counts("-1"), usage(5, 2), DONE),
                        success().tokens(2)),
                row(
                        "usage of nothing behind usage",
                        Reply.stream(
                                content("a"), finish("stop"), usage(5, 2), data("{\"choices\":[],\"usage\":{}}"), DONE),
                        success().tokens(2)),
                row(
                        "usage as text behind usage",
                        Reply.stream(content("a"), finish("stop"), usage(5, 2), data("{\"usage\":\"none\"}"), DONE),
                        success().tokens(2)),
                row(
                        "the same usage three times",
                        Reply.stream(content("a"), finish("stop"), usage(5, 2).repeat(3), DONE),
                        success().tokens(2)),
                row(
                        "a final zero behind running totals is believed no more than one alone",
                        Reply.stream(
                                counted("a b", 2),
                                counted("c d", 4),
                                counted("e f", 6),
                                finish("stop"),
                                usage(5, 0),
                                DONE),
                        success().tokens(6).chunks(3)),
                row(
                        "prompt tokens of zero at the end do not undo those told before",
                        Reply.stream(
                                counted("a", 1), finish("stop"), data("{\"usage\":{\"completion_tokens\":1}}"), DONE),
                        success()
                                .tokens(1)
                                .and(played ->
                                        assertThat(played.row().promptTokens()).isEqualTo(5))),
                row(
                        "usage twice in one object: the later one",
                        Reply.stream(
                                content("a"),
                                finish("stop"),
                                data(
                                        "{\"choices\":[],\"usage\":null,\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":2}}"),
                                DONE),
                        success().tokens(2)),
                row(
                        "usage before its choices",
                        Reply.stream(
                                data(
                                        "{\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":2},\"choices\":[{\"finish_reason\":\"stop\",\"delta\":{\"content\":\"a\"}}]}"),
                                DONE),
                        success().tokens(2).chunks(1).finish("stop")),
                row(
                        "details of null",
                        Reply.stream(
                                content("a"),
                                finish("stop"),
                                data(
                                        "{\"choices\":[],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":2,\"prompt_tokens_details\":null,\"completion_tokens_details\":null}}"),
                                DONE),
                        success().tokens(2).and(played -> {
                            assertThat(played.row().cachedTokens()).isNull();
                            assertThat(played.row().reasoningTokens()).isNull();
                        })));
    }

    static Stream<WireRow> perChunk() {
        return Stream.of(
                row(
                        "a running total of zero at the role chunk, then tokens in twos",
                        Reply.stream(
                                data(
                                        "{\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}],\"usage\":{\"completion_tokens\":0}}"),
                                counted("a b", 2),
                                counted("c d", 4),
                                finish("stop"),
                                usage(5, 4),
                                DONE),
                        success()
                                .tokens(4)
                                .and(played ->
                                        assertThat(played.row().chunkTokens()).containsExactly(2, 2))),
                row(
                        "a total that stands still: nobody knows what each chunk carries",
                        Reply.stream(
                                counted("a", 1), counted("b", 1), counted("c", 3), finish("stop"), usage(5, 3), DONE),
                        success()
                                .tokens(3)
                                .and(played ->
                                        assertThat(played.row().chunkTokens()).isNull())),
                row(
                        "totals of each of two choices: nobody knows what each chunk carries",
                        Reply.stream(
                                counted("a", 1),
                                counted("b", 1),
                                counted("c", 2),
                                counted("d", 2),
                                finish("stop"),
                                usage(5, 4),
                                DONE),
                        success()
                                .tokens(4)
                                .and(played ->
                                        assertThat(played.row().chunkTokens()).isNull())),
                row(
                        "a token that only its total tells belongs to the chunk that shows it",
                        Reply.stream(
                                counted("a", 1), counted("", 2), counted("b", 3), finish("stop"), usage(5, 3), DONE),
                        success()
                                .tokens(3)
                                .chunks(2)
                                .and(played ->
                                        assertThat(played.row().chunkTokens()).containsExactly(1, 2))),
                row(
                        "token ids of a chunk without text belong to the next one",
                        Reply.stream(ids("a", "1"), ids("", "2,3"), ids("b", "4"), finish("stop"), DONE),
                        success()
                                .tokens(4, TokenCountSource.TOKEN_IDS)
                                .chunks(2)
                                .and(played ->
                                        assertThat(played.row().chunkTokens()).containsExactly(1, 3))));
    }

    static Stream<WireRow> fallbacks() {
        return Stream.of(
                row(
                        "token ids of null in each chunk",
                        Reply.stream(
                                data("{\"choices\":[{\"delta\":{\"content\":\"a\"},\"token_ids\":null}]}")
                                        .repeat(3),
                                finish("stop"),
                                DONE),
                        success().tokens(3, TokenCountSource.CHUNKS)),
                row(
                        "token ids where usage is zero",
                        Reply.stream(ids("a b", "1,2"), ids("c", "3"), finish("stop"), usage(5, 0), DONE),
                        success().tokens(3, TokenCountSource.TOKEN_IDS)),
                row(
                        "empty choices first, usage null in each, and the finish reason last",
                        Reply.stream(
                                data("{\"choices\":[],\"usage\":null}"),
                                role(),
                                content("a"),
                                data("{\"choices\":[]}"),
                                content("b"),
                                finish("stop")),
                        success().tokens(2, TokenCountSource.CHUNKS).chunks(2).warns(AnswerReader.MISSING_DONE)));
    }

    private static String counts(String completion) {
        return data("{\"choices\":[],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":" + completion + "}}");
    }

    private static String counted(String text, int total) {
        return data("{\"choices\":[{\"delta\":{\"content\":\"" + text
                + "\"}}],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":" + total + "}}");
    }

    private static String ids(String text, String ids) {
        return data("{\"choices\":[{\"delta\":{\"content\":\"" + text + "\"},\"token_ids\":[" + ids + "]}]}");
    }
}
