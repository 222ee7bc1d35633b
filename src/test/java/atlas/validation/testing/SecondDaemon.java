package atlas.validation.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A Docker daemon of one test's own, beside that of the machine, which the test may stop. Its containers use the
 * machine's network.
 */
public final class SecondDaemon implements AutoCloseable {

    private static final Path DAEMON = Path.of("/usr/sbin/dockerd");
    private static final String BRIDGE = "docker0";

    private final Path folder;
    private final Process process;

    private SecondDaemon(Path folder, Process process) {
        this.folder = folder;
        this.process = process;
    }

    /**
     * Starts a daemon and returns when it answers. Where none can be started, the test is skipped and says why.
     *
     * @param folder where it keeps everything
     * @param options further options
     */
    public static SecondDaemon start(Path folder, String... options) {
        TestImage.needsDocker();
        assumeTrue(Files.isExecutable(DAEMON), "there is no dockerd here");
        assumeTrue(Files.exists(Path.of("/sys/class/net", BRIDGE)), "the machine's daemon has no bridge " + BRIDGE);
        assumeTrue("root".equals(System.getProperty("user.name")), "a daemon can be started by root alone");
        try {
            List<String> command = new ArrayList<>(List.of(
                    DAEMON.toString(),
                    "--data-root=" + folder.resolve("data"),
                    "--exec-root=" + folder.resolve("exec"),
                    "--pidfile=" + folder.resolve("pid"),
                    "--host=unix://" + folder.resolve("d.sock"),
                    // Without a bridge it would remove the one of the machine's daemon.
                    "--bridge=" + BRIDGE,
                    "--ip-masq=false",
                    "--iptables=false",
                    "--ip6tables=false"));
            command.addAll(List.of(options));
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("dockerd.log").toFile())
                    .start();
            SecondDaemon daemon = new SecondDaemon(folder, process);
            daemon.awaitAnswer();
            return daemon;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private void awaitAnswer() throws IOException {
        while (process.isAlive()) {
            if (new ProcessBuilder("docker", "-H", address(), "info")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .onExit()
                            .join()
                            .exitValue()
                    == 0) {
                return;
            }
        }
        throw new AssertionError("dockerd ended: " + Files.readString(folder.resolve("dockerd.log")));
    }

    /** Returns what a cluster file calls it. */
    public String address() {
        return "unix://" + folder.resolve("d.sock");
    }

    /** Gives it an image of the machine's daemon. */
    public void load(String image) {
        Path archive = folder.resolve("image.tar");
        TestImage.run("docker", "save", "-o", archive.toString(), image);
        TestImage.run("docker", "-H", address(), "load", "-i", archive.toString());
    }

    /** Stops it as a service is stopped: its containers end with it. */
    public void stop() {
        process.destroy();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                throw new AssertionError("dockerd does not end");
            }
            // It leaves the name of the machine's network behind, which is a mount.
            new ProcessBuilder("umount", folder.resolve("exec/netns/default").toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException noSuchTool) {
            throw new UncheckedIOException(noSuchTool);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        stop();
    }
}
