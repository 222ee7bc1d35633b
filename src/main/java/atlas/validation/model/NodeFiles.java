package atlas.validation.model;

import java.util.List;
import java.util.Optional;

/** Reads folders of a node. Links are followed. */
public interface NodeFiles {

    /**
     * A file below a folder.
     *
     * @param path its path below that folder, with slashes
     * @param bytes its size, or -1 when it is a link that leads nowhere
     */
    record Entry(String path, long bytes) {

        boolean broken() {
            return bytes < 0;
        }
    }

    /**
     * Returns every file below a folder, or empty when there is no such folder.
     *
     * @throws ModelException if it cannot be read
     */
    Optional<List<Entry>> list(String folder);

    /**
     * Returns bytes of a file, fewer when it ends before.
     *
     * @throws ModelException if it cannot be read
     */
    byte[] read(String file, long offset, int most);
}
