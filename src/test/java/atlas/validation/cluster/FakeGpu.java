package atlas.validation.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;

/** A folder with an {@code nvidia-smi} that answers without a GPU. */
final class FakeGpu {

    private FakeGpu() {}

    /** Puts the tool into a folder and returns the line that puts the folder first on a shell's path. */
    static String install(Path folder, String machine) {
        try (InputStream tool = Objects.requireNonNull(FakeGpu.class.getResourceAsStream("/cluster/nvidia-smi"))) {
            Path file = folder.resolve("nvidia-smi");
            Files.copy(tool, file);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
        return "PATH=%s:$PATH FAKE_GPU=%s; export PATH FAKE_GPU\n".formatted(folder, machine);
    }
}
