package atlas.validation.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Plays a body to a reader: each read with its stamp in milliseconds. */
final class TimedBody {

    static final long MILLIS = 1_000_000;

    private final AnswerReader reader = new AnswerReader(true);

    TimedBody at(long millis, String read) {
        byte[] bytes = read.getBytes(UTF_8);
        reader.feed(bytes, 0, bytes.length, millis * MILLIS);
        return this;
    }

    Answer endsAt(long millis) {
        return reader.end(millis * MILLIS);
    }

    Answer breaksOff() {
        return reader.cut();
    }

    static Answer whole(String body) {
        return new TimedBody().at(1, body).endsAt(2);
    }

    static double millis(@Nullable Long nanos) {
        assertThat(nanos).isNotNull();
        return (double) nanos / MILLIS;
    }

    /** Returns the times between the tokens of an answer, in milliseconds. */
    static double[] gaps(Answer answer) {
        long[] stamps = answer.tokenStamps();
        double[] gaps = new double[stamps.length - 1];
        Arrays.setAll(gaps, i -> (double) (stamps[i + 1] - stamps[i]) / MILLIS);
        return gaps;
    }
}
