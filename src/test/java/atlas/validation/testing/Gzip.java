package atlas.validation.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/** Compresses what a server is to send. */
public final class Gzip {

    private Gzip() {}

    /** Returns the text in UTF-8 as one member of a gzip file. */
    public static byte[] of(String text) {
        return of(text.getBytes(UTF_8));
    }

    /** Returns the bytes as one member of a gzip file. */
    public static byte[] of(byte[] plain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
