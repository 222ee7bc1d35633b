package atlas.validation.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.stream.Parsed.Chunk;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the short cut does, the result is that of reading every event on its own as JSON. */
class EventShapeIT {

    private static final String USAGE =
            "{\"id\":\"x1\",\"created\":1760000000,\"choices\":[{\"index\":0,\"delta\":{\"content\":\" word\"},"
                    + "\"finish_reason\":null}],\"usage\":{\"prompt_tokens\":128,\"completion_tokens\":7,"
                    + "\"total_tokens\":135}}";

    static List<String> samples() {
        return List.of(
                USAGE,
                USAGE.replace(
                        "\"total_tokens\":135",
                        "\"prompt_tokens_details\":{\"cached_tokens\":64},"
                                + "\"completion_tokens_details\":{\"reasoning_tokens\":3}"),
                USAGE.replace("\"total_tokens\":135", "\"reasoning_tokens\":3"),
                USAGE.replace("\"content\"", "\"reasoning_content\""),
                USAGE.replace("\"content\":\" word\"", "\"token_ids\":[5, 6],\"content\":\" word\""),
                USAGE.replace("\"usage\":{", "\"usage\":null,\"other\":{"),
                USAGE.replace("\"finish_reason\":null", "\"finish_reason\":\"stop\",\"logprob\":-0.25,\"x\":1e3"),
                USAGE.replace("128", "128.5"),
                "{\"choices\":[{\"text\":\"a\"}]}",
                "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"a1\"}}]}}]}",
                "{\"object\":\"error\",\"message\":\"m\",\"code\":4,\"choices\":[{\"text\":\"a\"}]}",
                "{\"usage\":{\"completion_tokens\":1},\"choices\":[{\"text\":\"a\",\"usage\":{\"completion_tokens\":2}}]}");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void mutatedEventsAreReadAsIfEachWereAlone(String sample) {
        Random random = new Random(42);
        RepeatingEvents kept = new RepeatingEvents(true);
        RepeatingEvents plain = new RepeatingEvents(false);
        for (int i = 0; i < 3000; i++) {
            byte[] data = (random.nextInt(4) == 0 ? sample : mutated(sample, random)).getBytes(UTF_8);
            Parsed expected = withoutPlace(ChunkParser.parse(data));
            assertThat(withoutPlace(kept.parse(data)))
                    .as(new String(data, UTF_8))
                    .isEqualTo(expected);
            assertThat(withoutText(plain.parse(data)))
                    .as(new String(data, UTF_8))
                    .isEqualTo(withoutText(expected));
        }
    }

    /** Changes a few places: digits, the token, or any byte at all. */
    private static String mutated(String sample, Random random) {
        StringBuilder text = new StringBuilder(sample);
        for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(6)) {
                case 0 -> text.setCharAt(at, "0123456789\"\\{}[],:.-e +ä\u0001".charAt(random.nextInt(25)));
                case 1 -> text.insert(at, "0123456789\"\\{}[],:.-e +ä\u0001".charAt(random.nextInt(25)));
                case 2 -> text.deleteCharAt(at);
                case 3 -> replaceNumber(text, random);
                case 4 -> replaceNumber(text, random);
                default -> {
                    int word = text.indexOf(" word");
                    if (word >= 0) {
                        text.replace(
                                word,
                                word + 5,
                                List.of("a", "", "\\u0041", "b c", "7", "x\":1,\"y")
                                        .get(random.nextInt(6)));
                    }
                }
            }
        }
        return text.toString();
    }

    private static void replaceNumber(StringBuilder text, Random random) {
        List<int[]> numbers = new ArrayList<>();
        for (int at = 0; at < text.length(); at++) {
            int end = at;
            while (end < text.length() && Character.isDigit(text.charAt(end))) {
                end++;
            }
            if (end > at) {
                numbers.add(new int[] {at, end});
                at = end;
            }
        }
        if (!numbers.isEmpty()) {
            int[] place = numbers.get(random.nextInt(numbers.size()));
            String number = List.of(
                            "0",
                            "1",
                            "8",
                            "129",
                            "01",
                            "00",
                            "999999999",
                            "2147483647",
                            "2147483648",
                            "1234567890123",
                            "123456789012345678901234",
                            "-1",
                            "1.5",
                            "1e2",
                            "1234500001")
                    .get(random.nextInt(15));
            text.replace(place[0], place[1], number);
        }
    }

    @Test
    void countsAreReadFromTheirPlaces() {
        EventShape shape = EventShape.of(USAGE.getBytes(UTF_8), (Chunk) ChunkParser.parse(USAGE.getBytes(UTF_8)));
        assertThat(shape).isNotNull();
        byte[] next = USAGE.replace(":7,", ":18,")
                .replace(":135", ":146")
                .replace("1760000000", "1760000001")
                .replace(" word", "\u00e4")
                .getBytes(UTF_8);
        Chunk read = shape.read(next, true);
        assertThat(read).isNotNull();
        assertThat(read.usage()).isEqualTo(new Usage(128, 18, null, null));
        assertThat(read.text()).isEqualTo("\u00e4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"completion_tokens\":07", "\"completion_tokens\":1234567890", "\"completion_tokens\":-7"})
    void whatIsNoCountDoesNotFit(String count) {
        EventShape shape = EventShape.of(USAGE.getBytes(UTF_8), (Chunk) ChunkParser.parse(USAGE.getBytes(UTF_8)));
        assertThat(shape).isNotNull();
        assertThat(shape.read(USAGE.replace("\"completion_tokens\":7", count).getBytes(UTF_8), false))
                .isNull();
    }

    private static Parsed withoutPlace(Parsed parsed) {
        return parsed instanceof Chunk chunk ? chunk.with(chunk.usage(), 0) : parsed;
    }

    private static Parsed withoutText(Parsed parsed) {
        return parsed instanceof Chunk chunk ? chunk.with(chunk.usage(), 0).withToken("") : parsed;
    }
}
