package atlas.validation.stream;

import atlas.validation.stream.Parsed.Chunk;
import org.jspecify.annotations.Nullable;

/**
 * Reads the events of one stream. Most of them differ from the one before in nothing but the text of their token and
 * some numbers, and comparing bytes is several times as fast as reading JSON. Not safe for use by several threads.
 */
final class RepeatingEvents {

    /**
     * How often at most, in a stream of events that have nothing in common, a shape is looked for: one time of these.
     */
    private static final int RAREST = 64;

    private final boolean keepText;
    private @Nullable EventShape shape;
    private boolean shapeWasOfUse;
    private int interval = 1;
    private int sinceLearning;

    /** Creates a reader; chunks have a text only if it is to be kept. */
    RepeatingEvents(boolean keepText) {
        this.keepText = keepText;
    }

    Parsed parse(byte[] data) {
        EventShape known = shape;
        if (known != null) {
            Chunk chunk = known.read(data, keepText);
            if (chunk != null) {
                shapeWasOfUse = true;
                return chunk;
            }
        }
        Parsed parsed = ChunkParser.parse(data);
        if (parsed instanceof Chunk chunk && chunk.isToken() && ++sinceLearning >= interval) {
            learn(data, chunk);
        }
        return parsed;
    }

    /** Takes the event as the next sample; the less the samples before were of use, the later the next one. */
    private void learn(byte[] data, Chunk chunk) {
        interval = shapeWasOfUse ? 1 : Math.min(RAREST, 2 * interval);
        sinceLearning = 0;
        shapeWasOfUse = false;
        shape = EventShape.of(data, chunk);
    }
}
