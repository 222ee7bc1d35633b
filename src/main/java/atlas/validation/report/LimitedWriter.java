package atlas.validation.report;

import java.io.IOException;
import java.io.Writer;

/** Counts what is written, keeps none of it, and takes no more than it was told. */
final class LimitedWriter extends Writer {

    private final int most;
    private long written;

    /** @param most number of characters that it takes */
    LimitedWriter(int most) {
        this.most = most;
    }

    /** Tells whether more was written than it takes. */
    boolean isFull() {
        return written > most;
    }

    @Override
    public void write(char[] characters, int offset, int length) throws IOException {
        written += length;
        if (isFull()) {
            throw new IOException("more than %d characters".formatted(most));
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
