package atlas.validation.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepeatingEventsTest {

    private static final String SHAPE =
            "{\"id\":\"x\",\"choices\":[{\"index\":0,\"delta\":{\"%s\":\"%s\"},\"finish_reason\":null}]}";

    /** Whatever the short cut does, the result is that of reading every event on its own. */
    @ParameterizedTest
    @ValueSource(strings = {"content", "reasoning_content", "reasoning", "refusal", "text", "role"})
    void readsEveryEventAsIfItWereAlone(String field) {
        RepeatingEvents events = new RepeatingEvents(true);
        List<String> texts = List.of(
                "a",
                "b c",
                "",
                "ä😀\u2028",
                "x\\n",
                "\\u0041",
                "y\\\"z",
                "\\\\",
                "}",
                "]}",
                "a\",\"content\":\"b",
                "a\"},\"finish_reason\":\"stop",
                "tail",
                " ",
                "\u007f");
        for (String text : texts) {
            byte[] data = SHAPE.formatted(field, text).getBytes(UTF_8);
            assertThat(withoutPlace(events.parse(data))).as(text).isEqualTo(withoutPlace(ChunkParser.parse(data)));
        }
    }

    @Test
    void noticesEveryOtherDifference() {
        RepeatingEvents events = new RepeatingEvents(true);
        List<String> stream = List.of(
                SHAPE.formatted("content", "a"),
                SHAPE.formatted("content", "a").replace("\"x\"", "\"y\""),
                SHAPE.formatted("content", "a").replace("null", "\"stop\""),
                SHAPE.formatted("content", "a").replace("]}", "],\"usage\":{\"completion_tokens\":7}}"),
                SHAPE.formatted("content", "a").replace("]}", "],\"usage\":{\"completion_tokens\":8}}"),
                SHAPE.formatted("content", "a").replace("0", "1"),
                SHAPE.formatted("content", "a") + "}",
                "[DONE]");
        for (String event : stream) {
            byte[] data = event.getBytes(UTF_8);
            assertThat(withoutPlace(events.parse(data))).as(event).isEqualTo(withoutPlace(ChunkParser.parse(data)));
        }
    }

    @Test
    void makesNoTextThatNobodyKeeps() {
        RepeatingEvents events = new RepeatingEvents(false);
        byte[] data = SHAPE.formatted("content", "a").getBytes(UTF_8);
        Parsed first = events.parse(data);

        assertThat(events.parse(SHAPE.formatted("content", "b").getBytes(UTF_8)))
                .isSameAs(first);
    }

    /** The place may differ, since an event that is known by its bytes is not looked into. */
    private static Parsed withoutPlace(Parsed parsed) {
        return parsed instanceof Parsed.Chunk chunk ? chunk.with(chunk.usage(), 0) : parsed;
    }
}
