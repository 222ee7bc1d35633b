package atlas.validation.model;

import java.util.List;

/**
 * A model on the hub at one revision.
 *
 * @param commit the revision
 * @param files what a server needs of it
 */
record HubSnapshot(String commit, List<HubFile> files) {

    HubSnapshot {
        files = List.copyOf(files);
    }

    long bytes() {
        return files.stream().mapToLong(HubFile::bytes).sum();
    }
}
