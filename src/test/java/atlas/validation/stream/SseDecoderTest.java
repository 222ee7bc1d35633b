package atlas.validation.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SseDecoderTest {

    private final Recorded recorded = new Recorded();
    private final SseDecoder decoder = new SseDecoder(recorded);

    @Test
    void stampsAnEventWithTheReadThatCompletesIt() {
        feed("data: a\n", 1);
        feed("\ndata: b\n\nda", 2);
        feed("ta: c\n\n", 3);

        assertThat(recorded.texts()).containsExactly("a", "b", "c");
        assertThat(recorded.stamps()).containsExactly(2L, 2L, 3L);
    }

    @ParameterizedTest(name = "A10 A12 line end {index}")
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void readsEveryLineEnd(String lineEnd) {
        feed(String.join(lineEnd, "data: a", "", "data: b", "data: c", "", ""), 1);

        assertThat(recorded.texts()).containsExactly("a", "b\nc");
    }

    @Test
    void takesACarriageReturnAndALineFeedOfTwoReadsForOneLineEnd() {
        feed("data: a\r", 1);
        feed("\ndata: b\r", 2);
        feed("\n\r", 3);
        feed("\n", 4);

        assertThat(recorded.texts()).containsExactly("a\nb");
        assertThat(recorded.stamps()).containsExactly(3L);
    }

    @Test
    void a12SkipsAByteOrderMarkOnlyAtTheStart() {
        feed("\uFEFFdata: a\r\rdata: \uFEFFb\r\r", 1);

        assertThat(recorded.texts()).containsExactly("a", "\uFEFFb");
    }

    @Test
    void a12SkipsAByteOrderMarkThatArrivesInPieces() {
        for (byte value : "\uFEFFdata: a\n\n".getBytes(UTF_8)) {
            decoder.feed(new byte[] {value}, 0, 1, 1);
        }

        assertThat(recorded.texts()).containsExactly("a");
    }

    @Test
    void a2A3CountsCommentsAndDispatchesNothingForThem() {
        feed(": keep-alive\n\n:\n\ndata: a\n:\n\n", 1);

        assertThat(recorded.texts()).containsExactly("a");
        assertThat(recorded.comments).isEqualTo(3);
    }

    @Test
    void a7StripsOneSpaceAfterTheColonAndNoMore() {
        feed("data:a\n\ndata: b\n\ndata:  c \n\n", 1);

        assertThat(recorded.texts()).containsExactly("a", "b", " c ");
    }

    @Test
    void joinsDataLinesWithLineFeeds() {
        feed("data: {\ndata\ndata:}\n\n", 1);

        assertThat(recorded.texts()).containsExactly("{\n\n}");
    }

    @Test
    void a21A23ReadsTheTypeAndIgnoresUnknownFields() {
        feed("event: message\nid: 7\nretry: 5\nfoo: bar\ndatabase: x\ndata: a\n\ndata: b\n\n", 1);

        assertThat(recorded.texts()).containsExactly("a", "b");
        assertThat(recorded.events).extracting(SseEvent::type).containsExactly("message", null);
    }

    @Test
    void dispatchesNoEventWithoutData() {
        feed("event: ping\n\nid: 1\n\n\n\n", 1);

        assertThat(recorded.events).isEmpty();
    }

    @Test
    void a13SplitsNeitherAtUnicodeLineSeparatorsNorAtNextLine() {
        feed("data: a\u2028b\u2029c\u0085d\n\n", 1);

        assertThat(recorded.texts()).containsExactly("a\u2028b\u2029c\u0085d");
    }

    @ParameterizedTest(name = "A21 tail {index}")
    @ValueSource(strings = {"data: b", "data: b\n", "data: b\r"})
    void a21HandsOnAnUnterminatedLastEventAndSaysSo(String tail) {
        feed("data: a\n\n", 1);
        feed(tail, 2);
        decoder.end();
        decoder.end();

        assertThat(recorded.texts()).containsExactly("a", "b");
        assertThat(recorded.events).extracting(SseEvent::terminated).containsExactly(true, false);
        assertThat(recorded.stamps()).containsExactly(1L, 2L);
    }

    @Test
    void a16FindsTheSameEventsWhereverTheStreamIsCut() {
        byte[] stream = "\uFEFFevent: x\r\ndata: {\"a\":\"ä\u2028😀\"}\r\n\r\n: c\r\rdata:1\ndata: 2\n\ndata: z\r\n\r\n"
                .getBytes(UTF_8);
        feed(new String(stream, UTF_8), 0);
        List<String> whole = recorded.texts();
        assertThat(whole).hasSize(3);
        for (int cut = 0; cut <= stream.length; cut++) {
            Recorded again = new Recorded();
            SseDecoder other = new SseDecoder(again);
            other.feed(stream, 0, cut, 1);
            other.feed(stream, cut, stream.length - cut, 2);
            assertThat(again.texts()).as("cut at %d", cut).isEqualTo(whole);
        }
    }

    @Test
    void a18ReadsALongLineInPiecesOnce() {
        byte[] piece = "x".repeat(16 << 10).getBytes(UTF_8);
        feed("data: ", 1);
        for (int i = 0; i < 256; i++) {
            decoder.feed(piece, 0, piece.length, 2);
        }
        feed("\n\n", 3);

        assertThat(recorded.events).singleElement().satisfies(event -> {
            assertThat(event.data()).hasSize(4 << 20);
            assertThat(event.stampNanos()).isEqualTo(3);
        });
    }

    @Test
    void a20ReportsALineWithoutEndOnceAndStops() {
        SseDecoder small = new SseDecoder(recorded, 100);
        byte[] piece = "x".repeat(60).getBytes(UTF_8);
        for (int i = 0; i < 10; i++) {
            small.feed(piece, 0, piece.length, i);
        }
        small.end();

        assertThat(recorded.tooLarge).containsExactly(100);
        assertThat(recorded.events).isEmpty();
    }

    @Test
    void a20ReportsAnEventOfTooManyLines() {
        SseDecoder small = new SseDecoder(recorded, 100);
        byte[] line = ("data: " + "x".repeat(60) + "\n").getBytes(UTF_8);
        small.feed(line, 0, line.length, 1);
        small.feed(line, 0, line.length, 2);
        small.feed("\n".getBytes(UTF_8), 0, 1, 3);

        assertThat(recorded.tooLarge).containsExactly(100);
        assertThat(recorded.events).isEmpty();
    }

    @Test
    void rejectsALimitThatAcceptsNothing() {
        assertThatThrownBy(() -> new SseDecoder(recorded, 0)).hasMessage("limitBytes must be positive, got [0]");
    }

    private void feed(String text, long stamp) {
        byte[] bytes = text.getBytes(UTF_8);
        decoder.feed(bytes, 0, bytes.length, stamp);
    }

    private static final class Recorded implements SseListener {

        private final List<SseEvent> events = new ArrayList<>();
        private final List<Integer> tooLarge = new ArrayList<>();
        private int comments;

        @Override
        public void onEvent(SseEvent event) {
            events.add(event);
        }

        @Override
        public void onComment(long stampNanos) {
            comments++;
        }

        @Override
        public void onEventTooLarge(int limitBytes, long stampNanos) {
            tooLarge.add(limitBytes);
        }

        List<String> texts() {
            return events.stream().map(SseEvent::text).toList();
        }

        List<Long> stamps() {
            return events.stream().map(SseEvent::stampNanos).toList();
        }
    }
}
