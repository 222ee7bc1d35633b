package atlas.validation.server;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.WaitResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** A container that is asked one thing and is gone again. */
final class BriefContainer {

    private final DockerDaemon daemon;
    private final RunContainers containers;
    private final BooleanSupplier cancelled;

    BriefContainer(DockerDaemon daemon, RunContainers containers, BooleanSupplier cancelled) {
        this.daemon = daemon;
        this.containers = containers;
        this.cancelled = cancelled;
    }

    /**
     * Returns all that a container prints until it ends by itself.
     *
     * @param limit how long it may run
     * @throws ServerException if it cannot be started, or does not end
     */
    String output(ContainerSpec spec, Duration limit) {
        String what = "the image %s cannot be asked".formatted(spec.image());
        String id = containers.create(
                what,
                () -> spec.fill(daemon.client().createContainerCmd(spec.image()), "", 0)
                        .exec()
                        .getId());
        try {
            return daemon.ask(what, limit, cancelled, () -> run(id));
        } finally {
            remove(id);
        }
    }

    private String run(String id) throws InterruptedException {
        daemon.client().startContainerCmd(id).exec();
        daemon.client()
                .waitContainerCmd(id)
                .exec(new ResultCallback.Adapter<WaitResponse>())
                .awaitCompletion();
        StringBuffer printed = new StringBuffer();
        daemon.client()
                .logContainerCmd(id)
                .withStdOut(true)
                .withStdErr(true)
                .exec(new ResultCallback.Adapter<Frame>() {
                    @Override
                    public void onNext(Frame frame) {
                        printed.append(new String(frame.getPayload(), StandardCharsets.UTF_8));
                    }
                })
                .awaitCompletion();
        return printed.toString();
    }

    /** Goes through even when the run was cancelled, and hides nothing of what came before it. */
    private void remove(String id) {
        try {
            daemon.ask("a container cannot be removed", DockerDaemon.LONG, () -> false, () -> {
                try {
                    daemon.client()
                            .removeContainerCmd(id)
                            .withForce(true)
                            .withRemoveVolumes(true)
                            .exec();
                } catch (NotFoundException gone) {
                    // It is what was wanted.
                }
                return id;
            });
        } catch (ServerException stays) {
            // The next start removes it.
        }
    }
}
