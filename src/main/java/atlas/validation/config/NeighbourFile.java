package atlas.validation.config;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Finds a file that a config names, relative to the config.
 *
 * @param home what messages name files from
 * @param config the config
 */
record NeighbourFile(Path home, NamedFile config) {

    /** Returns the file that a key names. One that is not there is a problem of the config, at that key. */
    Optional<NamedFile> find(String key, String name, ObjectReader root) {
        try {
            NamedFile file = NamedFile.below(home, config.path().resolveSibling(name));
            if (Files.exists(file.path())) {
                return Optional.of(file);
            }
            root.problem(
                    key, key + " names " + file.name() + ", which does not exist", JsonFile.fixMissing(file.path()));
        } catch (InvalidPathException invalid) {
            root.problem(key, key + " is no path: " + invalid.getReason(), "name a file relative to this one");
        }
        return Optional.empty();
    }
}
