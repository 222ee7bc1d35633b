package atlas.validation.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Writes a file under a temporary name and renames it, so that whoever looks, even after the run was killed, finds the
 * file whole or not at all.
 */
final class WholeFile {

    private WholeFile() {}

    /** Something that writes the content of a file. */
    @FunctionalInterface
    interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /** Writes text as UTF-8. */
    static void write(Path file, String content) {
        write(file, out -> out.write(content.getBytes(UTF_8)));
    }

    /** Writes {@code content} to {@code file}, over an earlier one; leaves no temporary file behind when that fails. */
    static void write(Path file, Content content) {
        Path temporary = temporaryNameOf(file);
        try {
            if (isDevice(file)) {
                // Such as /dev/stdout, which must not become a file.
                try (OutputStream out = Files.newOutputStream(file)) {
                    content.writeTo(out);
                }
                return;
            }
            try (FileChannel channel = FileChannel.open(
                            temporary,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE,
                            StandardOpenOption.TRUNCATE_EXISTING);
                    OutputStream out = Channels.newOutputStream(channel)) {
                content.writeTo(out);
                // Else a power cut may leave the new name on an empty file.
                channel.force(true);
            }
            moveOver(temporary, file);
        } catch (IOException e) {
            deleteQuietly(temporary);
            throw RunFolderException.of("write", file, e);
        }
    }

    private static boolean isDevice(Path file) {
        return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
    }

    static Path temporaryNameOf(Path file) {
        return file.resolveSibling("." + file.getFileName() + ".tmp");
    }

    /** Renames {@code from} to {@code to}, in one step where the file system can. */
    static void moveOver(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    static void deleteQuietly(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException ignored) {
            // The failure that led here is the one worth telling.
        }
    }
}
