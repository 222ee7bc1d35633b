package atlas.validation.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Outcome;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What long lines cost, by the bytes that reading them allocates: every copy of a buffer that grew is among them. */
class LongLinesIT {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int MIB = 1 << 20;
    private static final byte[] PIECE = piece();

    @Test
    void a18ALineOfTwiceTheLengthCostsTwiceAsMuch() {
        fourMiB(); // Classes are loaded, and what they allocate once is allocated.
        long once = fourMiB();
        long twice = allocatedBy(() -> assertThat(token(8 * MIB)).hasSize(8 * MIB));

        assertThat(once).as("bytes for a line of 4 MiB").isLessThan(16L * 4 * MIB);
        assertThat(twice).as("bytes for a line of 8 MiB").isLessThan(2 * once + MIB);
    }

    private static long fourMiB() {
        return allocatedBy(() -> assertThat(token(4 * MIB)).hasSize(4 * MIB));
    }

    @Test
    void a20ALineWithoutEndTakesMemoryWithinItsLimitAndNoneBeyond() {
        AnswerReader reader = new AnswerReader(true, true, MIB);
        feed(reader, "data: ");
        long upToTheLimit = allocatedBy(() -> {
            while (!reader.isHopeless()) {
                reader.feed(PIECE, 0, PIECE.length, 1);
            }
        });
        long beyond = allocatedBy(() -> {
            for (int sent = 0; sent < 200 * MIB; sent += PIECE.length) {
                reader.feed(PIECE, 0, PIECE.length, 2);
            }
        });

        assertThat(upToTheLimit).as("copies of what has grown included").isLessThan(5L * MIB);
        assertThat(beyond).as("bytes for the 200 MiB behind the limit").isLessThan(MIB / 4);
        Answer answer = reader.end(3);
        assertThat(answer.outcome()).isEqualTo(Outcome.EVENT_TOO_LARGE);
        assertThat(answer.text()).isEmpty();
    }

    /** Returns the text of an answer of one token of this length, read in pieces of 1 KiB. */
    private static String token(int length) {
        AnswerReader reader = new AnswerReader(true);
        feed(reader, "data: {\"choices\":[{\"delta\":{\"content\":\"");
        for (int sent = 0; sent < length; sent += PIECE.length) {
            reader.feed(PIECE, 0, PIECE.length, 1);
        }
        feed(reader, "\"},\"finish_reason\":\"stop\"}]}\n\n");
        Answer answer = reader.end(2);
        assertThat(answer.outcome()).isEqualTo(Outcome.SUCCESS);
        return answer.text();
    }

    private static void feed(AnswerReader reader, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        reader.feed(bytes, 0, bytes.length, 1);
    }

    private static byte[] piece() {
        byte[] piece = new byte[1 << 10];
        Arrays.fill(piece, (byte) 'x');
        return piece;
    }

    private static long allocatedBy(Runnable work) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        work.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
