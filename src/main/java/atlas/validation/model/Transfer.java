package atlas.validation.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Brings the contents of one file into a cache, going on where an earlier try stopped. One thread runs it; another may
 * read how far it is, and end it.
 */
final class Transfer {

    private static final int BUFFER_BYTES = 1 << 20;
    private static final int RANGE_NOT_SATISFIABLE = 416;
    private static final int PARTIAL = 206;

    private final ModelHub hub;
    private final String model;
    private final String commit;
    private final HubFile file;
    private final Path unfinished;
    private final AtomicLong present = new AtomicLong();
    private volatile boolean ended;

    /** @param unfinished the file that grows; what is in it already is kept */
    Transfer(ModelHub hub, String model, String commit, HubFile file, Path unfinished) {
        this.hub = hub;
        this.model = model;
        this.commit = commit;
        this.file = file;
        this.unfinished = unfinished;
    }

    /** Returns how many bytes are there. */
    long present() {
        return present.get();
    }

    /** Makes the running thread stop at the next bytes. */
    void end() {
        ended = true;
    }

    /**
     * Runs one try to its end.
     *
     * @throws BrokenTransfer if it broke and may be tried again
     * @throws ModelException if trying again makes no sense
     */
    void run() {
        try {
            MessageDigest digest = digest();
            long have = keep(digest);
            present.set(have);
            if (have < file.bytes() || file.bytes() == 0) {
                have = fetch(digest, have);
            }
            if (have != file.bytes()) {
                throw new BrokenTransfer("%s ended after %d of %d bytes".formatted(file.path(), have, file.bytes()));
            }
            String hash = HexFormat.of().formatHex(digest.digest());
            if (!hash.equals(file.hash())) {
                Files.delete(unfinished);
                present.set(0);
                throw new BrokenTransfer(
                        "%s arrived damaged: its hash is %s and not %s".formatted(file.path(), hash, file.hash()));
            }
        } catch (IOException broken) {
            throw trouble(broken);
        }
    }

    /** A connection that breaks may be tried again, a disk may not. */
    private RuntimeException trouble(IOException broken) {
        return broken instanceof java.nio.file.FileSystemException
                        || String.valueOf(broken.getMessage()).contains("No space left")
                ? new ModelException("%s cannot be written: %s".formatted(unfinished, ModelHub.said(broken)))
                : new BrokenTransfer("%s: %s".formatted(file.path(), ModelHub.said(broken)));
    }

    /** Reads what an earlier try has left, so that the hash covers it. */
    private long keep(MessageDigest digest) throws IOException {
        if (!Files.exists(unfinished) || Files.size(unfinished) > file.bytes()) {
            Files.deleteIfExists(unfinished);
            return 0;
        }
        long have = 0;
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream stream = Files.newInputStream(unfinished)) {
            for (int read = stream.read(buffer); read >= 0 && !ended; read = stream.read(buffer)) {
                digest.update(buffer, 0, read);
                have += read;
            }
        }
        return have;
    }

    private long fetch(MessageDigest digest, long from) throws IOException {
        HttpResponse<InputStream> response = hub.open(model, commit, file, from);
        long have = from;
        boolean goesOn = response.statusCode() == PARTIAL && from > 0;
        if (response.statusCode() == RANGE_NOT_SATISFIABLE || (!goesOn && from > 0)) {
            Files.deleteIfExists(unfinished);
            present.set(0);
            if (response.statusCode() == RANGE_NOT_SATISFIABLE) {
                response.body().close();
                throw new BrokenTransfer(file.path() + " cannot be continued where it stopped");
            }
            // The server begins anew, and so does the hash.
            digest.reset();
            if (!file.large()) {
                digest.update(gitHeader());
            }
            have = 0;
        }
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream body = response.body();
                OutputStream out =
                        Files.newOutputStream(unfinished, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
                if (ended) {
                    throw new BrokenTransfer("given up");
                }
                out.write(buffer, 0, read);
                digest.update(buffer, 0, read);
                have += read;
                present.set(have);
            }
        }
        return have;
    }

    private MessageDigest digest() {
        try {
            MessageDigest digest = MessageDigest.getInstance(file.large() ? "SHA-256" : "SHA-1");
            if (!file.large()) {
                digest.update(gitHeader());
            }
            return digest;
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Git hashes a file with its type and length in front. */
    private byte[] gitHeader() {
        return ("blob " + file.bytes() + "\0").getBytes(StandardCharsets.US_ASCII);
    }
}
