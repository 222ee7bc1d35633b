package atlas.validation.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The files that come with the suite: configs, thresholds, clusters, schemas and pages of the documentation. They lie
 * among the classes, so that a jar without a checkout has them.
 */
final class ShippedFiles {

    private static final String ROOT = "/atlas/validation/shipped/";

    /** A file that is always there, by which the folder is found. */
    private static final String KNOWN = "configs/simulated_quickstart.json";

    private final Map<String, byte[]> files;

    private ShippedFiles(Map<String, byte[]> files) {
        this.files = files;
    }

    /** Reads them all: together they are smaller than one picture. */
    static ShippedFiles read() {
        URL known = ShippedFiles.class.getResource(ROOT + KNOWN);
        if (known == null) {
            throw new IllegalStateException("the class path has no " + ROOT + KNOWN);
        }
        try {
            URI uri = known.toURI();
            if (!uri.getScheme().equals("jar")) {
                return new ShippedFiles(below(Path.of(uri).resolve("../..")));
            }
            try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
                return new ShippedFiles(below(jar.getPath(ROOT)));
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Map<String, byte[]> below(Path folder) throws IOException {
        Path root = folder.normalize();
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(root.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
            }
        }
        return files;
    }

    /** Returns the names of the files of a folder, such as {@code configs/simulated_quickstart.json}, in order. */
    List<String> in(String folder) {
        return files.keySet().stream()
                .filter(name -> name.startsWith(folder + "/") && name.indexOf('/', folder.length() + 1) < 0)
                .toList();
    }

    /** Returns a text file. */
    Optional<String> text(String name) {
        return Optional.ofNullable(files.get(name)).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    /** Returns the bytes of a file. */
    Optional<byte[]> bytes(String name) {
        return Optional.ofNullable(files.get(name)).map(byte[]::clone);
    }

    /** Writes what a run may read to a folder for as long as the answer is open. */
    Unpacked unpack() {
        try {
            Path folder = Files.createTempDirectory("atlas-validation-");
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                if (!file.getKey().startsWith("docs/")) {
                    Path to = folder.resolve(file.getKey());
                    Files.createDirectories(to.getParent());
                    Files.write(to, file.getValue());
                }
            }
            return new Unpacked(folder);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    /**
     * The shipped files as files.
     *
     * @param folder holds {@code configs} and its neighbours
     */
    record Unpacked(Path folder) implements AutoCloseable {

        @Override
        public void close() {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            } catch (IOException left) {
                // The system clears its folder for temporary files.
            }
        }
    }
}
