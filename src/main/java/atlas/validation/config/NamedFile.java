package atlas.validation.config;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;

/**
 * A file that is to be read.
 *
 * @param name what messages call it: as its user named it, else its path from the working directory
 * @param path where it is, absolute
 */
record NamedFile(String name, Path path) {

    NamedFile {
        requireNonNull(name, "name is null");
        path = path.toAbsolutePath().normalize();
    }

    /** Names a file by its path from the working directory where it lies below it, else by its whole path. */
    static NamedFile below(Path workingDirectory, Path file) {
        Path absolute = workingDirectory.resolve(file).toAbsolutePath().normalize();
        Path root = workingDirectory.toAbsolutePath().normalize();
        Path shown = absolute.startsWith(root) ? root.relativize(absolute) : absolute;
        return new NamedFile(shown.toString(), absolute);
    }

    /** Returns the file's name without {@code .json}. */
    String stem() {
        String fileName = String.valueOf(path.getFileName());
        return fileName.endsWith(".json") ? fileName.substring(0, fileName.length() - ".json".length()) : fileName;
    }
}
