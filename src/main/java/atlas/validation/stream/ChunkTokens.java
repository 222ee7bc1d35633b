package atlas.validation.stream;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Learns how many tokens each chunk carries, from a running total that comes along with every one of them. Known only
 * when every chunk has a total that has grown: a total that is missing or stands still says nothing about one chunk.
 */
final class ChunkTokens {

    private int[] tokens = new int[16];
    private int size;
    private int total;
    private boolean known = true;

    /** Takes a chunk with the total after it, −1 if there is none. */
    void add(int totalAfter) {
        if (!known) {
            return;
        }
        if (totalAfter <= total) {
            known = false;
            return;
        }
        if (size == tokens.length) {
            tokens = Arrays.copyOf(tokens, 2 * size);
        }
        tokens[size++] = totalAfter - total;
        total = totalAfter;
    }

    /** Returns the tokens of each chunk, null if they are not known. */
    int @Nullable [] toArray() {
        return known && size > 0 ? Arrays.copyOf(tokens, size) : null;
    }
}
