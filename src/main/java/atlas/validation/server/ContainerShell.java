package atlas.validation.server;

import static java.util.Objects.requireNonNull;

import atlas.validation.cluster.HostException;
import atlas.validation.cluster.NodeShell;
import atlas.validation.cluster.ShellOutput;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.StreamType;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Runs scripts in a container, which sees the GPUs that it was given.
 *
 * @param daemon its daemon
 * @param id the container
 */
record ContainerShell(DockerDaemon daemon, String id) implements NodeShell {

    private static final int SHORT_ID = 12;

    ContainerShell {
        requireNonNull(daemon, "daemon is null");
        requireNonNull(id, "id is null");
    }

    @Override
    public String place() {
        return "container " + id.substring(0, Math.min(SHORT_ID, id.length()));
    }

    @Override
    public ShellOutput run(String script, Duration limit, BooleanSupplier cancelled) {
        try {
            return daemon.ask("a script cannot be run in the container", limit, cancelled, () -> output(script));
        } catch (ServerException trouble) {
            throw new HostException("%s cannot be examined: %s".formatted(place(), trouble.sentence()));
        }
    }

    private ShellOutput output(String script) throws InterruptedException {
        String exec = daemon.client()
                .execCreateCmd(id)
                .withCmd("sh", "-c", script)
                .withAttachStdout(true)
                .withAttachStderr(true)
                .exec()
                .getId();
        Collected collected = new Collected();
        daemon.client().execStartCmd(exec).exec(collected).awaitCompletion();
        Long code = daemon.client().inspectExecCmd(exec).exec().getExitCodeLong();
        return new ShellOutput(
                code == null ? -1 : code.intValue(),
                collected.out.toString(StandardCharsets.UTF_8),
                collected.err.toString(StandardCharsets.UTF_8));
    }

    private static final class Collected extends ResultCallback.Adapter<Frame> {

        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final ByteArrayOutputStream err = new ByteArrayOutputStream();

        @Override
        public void onNext(Frame frame) {
            (frame.getStreamType() == StreamType.STDERR ? err : out).writeBytes(frame.getPayload());
        }
    }
}
