package atlas.validation.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks, before anything is started, whether a report can be written where its user wants a copy. */
public final class ReportCopy {

    private ReportCopy() {}

    /** Returns what is wrong with the place, in one sentence, or empty when a file can be written there. */
    public static Optional<String> problem(Path file) {
        if (Files.isDirectory(file)) {
            return Optional.of("-Dreport.path names a folder: " + file);
        }
        if (Files.exists(file)) {
            return Files.isWritable(file) ? Optional.empty() : Optional.of("-Dreport.path cannot be written: " + file);
        }
        Path nearest = nearestThatExists(file.toAbsolutePath().getParent());
        if (nearest == null || !Files.isDirectory(nearest)) {
            return Optional.of("-Dreport.path lies below what is no folder: " + file);
        }
        return Files.isWritable(nearest)
                ? Optional.empty()
                : Optional.of("-Dreport.path cannot be written, since %s takes no files: %s".formatted(nearest, file));
    }

    private static @Nullable Path nearestThatExists(@Nullable Path folder) {
        Path at = folder;
        while (at != null && !Files.exists(at)) {
            at = at.getParent();
        }
        return at;
    }
}
