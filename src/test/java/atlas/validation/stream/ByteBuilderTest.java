package atlas.validation.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ByteBuilderTest {

    private static final int PIECES = 4096;

    private final ByteBuilder bytes = new ByteBuilder();

    /** Growing copies what is there: all such copies together are less than twice what was appended. */
    @ParameterizedTest
    @ValueSource(ints = {1, 37, 1024, 2048})
    void a18CopiesEachByteABoundedNumberOfTimes(int length) {
        byte[] piece = new byte[length];
        Arrays.fill(piece, (byte) 'x');
        long copied = 0;
        for (int i = 0; i < PIECES; i++) {
            int capacity = bytes.array().length;
            int size = bytes.size();
            bytes.append(piece, 0, length);
            copied += bytes.array().length == capacity ? 0 : size;
        }

        assertThat(bytes.size()).isEqualTo(PIECES * length);
        assertThat(copied).isPositive().isLessThan(2L * PIECES * length);
        assertThat(bytes.array().length).isLessThanOrEqualTo(2 * PIECES * length);
    }

    @Test
    void a20LetsTheMemoryOfAGiantGo() {
        bytes.append(new byte[8 << 20], 0, 8 << 20);
        bytes.clear();

        assertThat(bytes.size()).isZero();
        assertThat(bytes.array()).hasSizeLessThanOrEqualTo(1 << 16);
    }
}
