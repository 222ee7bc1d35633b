package atlas.validation.stream;

import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.KEEP_ALIVE;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.finish;
import static atlas.validation.testing.ChatEvents.reasoning;
import static atlas.validation.testing.ChatEvents.role;
import static atlas.validation.testing.ChatEvents.toolCall;
import static atlas.validation.testing.ChatEvents.usage;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Outcome;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AnswerReaderRobustnessIT {

    private static final byte[] STREAM = (role()
                    + KEEP_ALIVE
                    + reasoning("häm\u2028 ")
                    + content("😀 a")
                    + toolCall("f")
                    + usage(5, 12)
                    + finish("stop")
                    + DONE)
            .getBytes(UTF_8);

    private static final Set<Outcome> POSSIBLE = EnumSet.of(
            Outcome.SUCCESS,
            Outcome.IN_STREAM_ERROR,
            Outcome.INCOMPLETE_STREAM,
            Outcome.NO_TOKENS,
            Outcome.MALFORMED_STREAM,
            Outcome.NOT_STREAMED);

    @Test
    void a16FindsTheSameAnswerWhereverTheReadsAreCut() {
        Answer whole = read(STREAM, STREAM.length);
        assertThat(whole.outcome()).isEqualTo(Outcome.SUCCESS);
        for (int cut = 0; cut <= STREAM.length; cut++) {
            Answer answer = read(STREAM, cut);
            assertThat(answer.outcome()).as("cut at %d", cut).isEqualTo(Outcome.SUCCESS);
            assertThat(answer.text()).as("cut at %d", cut).isEqualTo(whole.text());
            assertThat(answer.usage()).as("cut at %d", cut).isEqualTo(whole.usage());
            assertThat(answer.tokenStamps()).as("cut at %d", cut).hasSize(3).isSorted();
        }
    }

    @Test
    void d26EndsTypedWhereverTheBodyEnds() {
        int finished = new String(STREAM, UTF_8).lastIndexOf("{}");
        for (int length = 0; length <= STREAM.length; length++) {
            byte[] body = Arrays.copyOf(STREAM, length);
            Answer answer = read(body, length);
            assertThat(answer.outcome()).as("body of %d bytes", length).isIn(POSSIBLE);
            if (length < finished) {
                assertThat(answer.outcome()).as("body of %d bytes", length).isNotEqualTo(Outcome.SUCCESS);
            }
        }
    }

    @Test
    void d26EndsTypedWhateverBytesChange() {
        SplittableRandom random = new SplittableRandom(26);
        for (int round = 0; round < 10_000; round++) {
            byte[] body = STREAM.clone();
            int changes = 1 + random.nextInt(4);
            for (int i = 0; i < changes; i++) {
                body[random.nextInt(body.length)] = (byte) random.nextInt(256);
            }
            int length = random.nextBoolean() ? body.length : random.nextInt(body.length + 1);
            Answer answer = read(Arrays.copyOf(body, length), random.nextInt(length + 1));
            assertThat(answer.outcome()).as("round %d", round).isIn(POSSIBLE);
            assertThat(answer.tokenStamps()).as("round %d", round).isSorted();
            assertThat(answer.error() == null).as("round %d", round).isEqualTo(answer.outcome() == Outcome.SUCCESS);
        }
    }

    @Test
    void anAnswerWithoutAnEndIsGivenUpBeforeItFillsTheMemory() {
        AnswerReader reader = new AnswerReader(true);
        byte[] event = "data: {\"choices\":[{\"delta\":{\"content\":\"again and again\"}}]}\n\n".getBytes(UTF_8);
        byte[] many = new byte[event.length * 1024];
        for (int i = 0; i < 1024; i++) {
            System.arraycopy(event, 0, many, i * event.length, event.length);
        }
        int reads = 0;
        while (!reader.isHopeless() && reads < 2048) {
            reader.feed(many, 0, many.length, ++reads);
        }
        Answer answer = reader.cut();

        assertThat(reads).isEqualTo(AnswerReader.MOST_TOKEN_EVENTS / 1024);
        assertThat(answer.tokenStamps()).hasSize(AnswerReader.MOST_TOKEN_EVENTS);
        assertThat(answer.outcome()).isEqualTo(Outcome.MALFORMED_STREAM);
        assertThat(answer.error()).contains("more than 1048576 token events");
    }

    private static Answer read(byte[] body, int cut) {
        AnswerReader reader = new AnswerReader(true);
        reader.feed(body, 0, cut, 1);
        reader.feed(body, cut, body.length - cut, 2);
        return reader.end(3);
    }
}
