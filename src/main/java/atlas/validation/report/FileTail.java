package atlas.validation.report;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Reads the last lines of a file, which may be long and may still grow. */
final class FileTail {

    private FileTail() {}

    /** Returns the last {@code atMost} bytes, without the line that they begin in the middle of. */
    static byte[] read(Path file, int atMost) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            long start = Math.max(0, channel.size() - atMost);
            ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(atMost, channel.size()));
            channel.position(start);
            while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
                // The next read goes on where this one ended.
            }
            byte[] bytes = Arrays.copyOf(buffer.array(), buffer.position());
            return start == 0 ? bytes : fromNextLine(bytes);
        }
    }

    private static byte[] fromNextLine(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                return Arrays.copyOfRange(bytes, i + 1, bytes.length);
            }
        }
        return bytes;
    }
}
