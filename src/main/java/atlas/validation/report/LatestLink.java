package atlas.validation.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Points {@code latest} in the folder of all runs at the newest: a symbolic link, or a one-line file where links fail.
 */
final class LatestLink {

    static final String NAME = "latest";

    private LatestLink() {}

    /** Makes a symbolic link; a seam, since most machines that run tests can make links. */
    @FunctionalInterface
    interface LinkMaker {
        void link(Path link, Path target) throws IOException;
    }

    static void pointTo(Path runFolder) throws IOException {
        pointTo(runFolder, Files::createSymbolicLink);
    }

    /**
     * Replaces the link in one step, so that a reader never finds none.
     *
     * @throws IOException when neither link nor file can be written, as when a folder of that name is in the way
     */
    static void pointTo(Path runFolder, LinkMaker links) throws IOException {
        Path link = runFolder.resolveSibling(NAME);
        Path name = runFolder.getFileName();
        Path temporary = runFolder.resolveSibling("." + NAME + "." + name + ".tmp");
        try {
            Files.deleteIfExists(temporary);
            try {
                links.link(temporary, name);
            } catch (IOException | UnsupportedOperationException | SecurityException e) {
                Files.writeString(temporary, name + "\n", UTF_8);
            }
            WholeFile.moveOver(temporary, link);
        } finally {
            WholeFile.deleteQuietly(temporary);
        }
    }
}
