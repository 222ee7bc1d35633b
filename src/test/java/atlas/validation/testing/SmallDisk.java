package atlas.validation.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A file system in memory of a few kilobytes, for tests of a disk that is full. Only root can have one. */
public final class SmallDisk implements AutoCloseable {

    private final Path folder;

    private SmallDisk(Path folder) {
        this.folder = folder;
    }

    /** Mounts one over an empty folder; where that is impossible the test is skipped, and says why. */
    public static SmallDisk mountedAt(Path folder, String options) {
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", options, "tmpfs", folder.toString()),
                "a file system can be mounted here, which takes root and Linux");
        return new SmallDisk(folder);
    }

    private static boolean run(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException missing) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        run("umount", "-l", folder.toString());
    }
}
