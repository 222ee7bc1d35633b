package atlas.validation.config;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;

/**
 * A file of prompts that a shape sends.
 *
 * @param name what messages call it
 * @param path where it is, absolute
 */
public record DatasetFile(String name, Path path) {

    public DatasetFile {
        requireNonNull(name, "name is null");
        requireNonNull(path, "path is null");
    }
}
