package atlas.validation.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

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
}
