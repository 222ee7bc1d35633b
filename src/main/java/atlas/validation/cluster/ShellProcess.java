package atlas.validation.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Runs one command of this machine to its end, with a script as its input. */
final class ShellProcess {

    private static final int MOST_BYTES = 64 << 20;
    private static final Duration CANCEL_CHECK = Duration.ofMillis(20);

    private ShellProcess() {}

    /** @throws HostException if it cannot be started or takes too long; then it is killed */
    static ShellOutput run(
            List<String> command, String script, String place, Duration limit, BooleanSupplier cancelled) {
        Process process = start(command, place);
        try {
            CompletableFuture<String> out = reading(process.getInputStream());
            CompletableFuture<String> err = reading(process.getErrorStream());
            CompletableFuture<Void> writing = writing(process.getOutputStream(), script);
            int exitCode = await(process, place, limit, cancelled);
            writing.join();
            return new ShellOutput(exitCode, out.join(), err.join());
        } finally {
            // What the shell started goes too: a tool that hangs keeps the pipes open.
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static Process start(List<String> command, String place) {
        try {
            return new ProcessBuilder(command).start();
        } catch (IOException missing) {
            throw new HostException("%s cannot be examined: %s cannot be started here (%s)"
                    .formatted(place, command.getFirst(), missing.getMessage()));
        }
    }

    private static int await(Process process, String place, Duration limit, BooleanSupplier cancelled) {
        long deadline = System.nanoTime() + limit.toNanos();
        try {
            while (!process.waitFor(CANCEL_CHECK.toMillis(), TimeUnit.MILLISECONDS)) {
                if (cancelled.getAsBoolean()) {
                    throw new CancellationException("cancelled while " + place + " was examined");
                }
                if (System.nanoTime() - deadline > 0) {
                    throw new HostException(
                            "%s did not answer within %d s; see whether nvidia-smi or a disk hangs there"
                                    .formatted(place, limit.toSeconds()));
                }
            }
            return process.exitValue();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while " + place + " was examined");
        }
    }

    private static CompletableFuture<String> reading(InputStream stream) {
        CompletableFuture<String> text = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try (stream) {
                byte[] bytes = stream.readNBytes(MOST_BYTES);
                text.complete(new String(bytes, StandardCharsets.UTF_8));
                // A command that goes on printing must not wait for a reader.
                stream.transferTo(OutputStream.nullOutputStream());
            } catch (IOException closed) {
                text.complete("");
            }
        });
        return text;
    }

    private static CompletableFuture<Void> writing(OutputStream input, String script) {
        return CompletableFuture.runAsync(
                () -> {
                    try (input) {
                        input.write(script.getBytes(StandardCharsets.UTF_8));
                    } catch (IOException ended) {
                        // A command that ends before it has read its input has an exit code that says more.
                    }
                },
                task -> Thread.ofVirtual().start(task));
    }
}
