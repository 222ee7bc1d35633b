package atlas.validation.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Folders of this machine. */
public record LocalFiles() implements NodeFiles {

    @Override
    public Optional<List<Entry>> list(String folder) {
        Path root = Path.of(folder);
        if (Files.notExists(root)) {
            return Optional.empty();
        }
        if (!Files.isReadable(root)) {
            throw new ModelException("%s may not be read by the user who runs the suite".formatted(folder));
        }
        List<Entry> entries = new ArrayList<>();
        try (Stream<Path> found = Files.walk(root, FileVisitOption.FOLLOW_LINKS)) {
            for (Path file : (Iterable<Path>) found::iterator) {
                if (!Files.isDirectory(file)) {
                    String name = root.relativize(file).toString().replace('\\', '/');
                    entries.add(new Entry(name, Files.exists(file) ? Files.size(file) : -1));
                }
            }
        } catch (IOException | UncheckedIOException unreadable) {
            throw new ModelException("%s cannot be read: %s".formatted(folder, unreadable));
        }
        return Optional.of(entries);
    }

    @Override
    public byte[] read(String file, long offset, int most) {
        ByteBuffer buffer = ByteBuffer.allocate(most);
        try (SeekableByteChannel channel = Files.newByteChannel(Path.of(file))) {
            channel.position(offset);
            while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
                // As much as there is.
            }
        } catch (IOException unreadable) {
            throw new ModelException("%s cannot be read: %s".formatted(file, unreadable));
        }
        return Arrays.copyOf(buffer.array(), buffer.position());
    }
}
