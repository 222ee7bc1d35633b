package atlas.validation.server;

import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Container;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Every container of one run at one daemon: the server's, and those that an image is asked in. A process that must end
 * at once removes them all, also one that comes into being at that moment. Safe for use by several threads.
 */
final class RunContainers {

    private static final long CREATING_SECONDS = 10;

    private final DockerDaemon daemon;
    private final String runId;
    private final ReentrantLock creating = new ReentrantLock();
    private volatile boolean ended;

    RunContainers(DockerDaemon daemon, String runId) {
        this.daemon = daemon;
        this.runId = runId;
    }

    /**
     * Creates a container and returns its id. Never gives up halfway: nobody would know of a container that comes into
     * being afterwards.
     *
     * @param what what cannot be done when the daemon refuses
     * @throws CancellationException if all are removed already
     */
    String create(String what, Callable<String> work) {
        creating.lock();
        try {
            if (ended) {
                throw new CancellationException("ended before a container was created");
            }
            return daemon.ask(what, DockerDaemon.LONG, () -> false, work);
        } finally {
            creating.unlock();
        }
    }

    /** Removes every one at once, from any thread, and lets no other come into being. */
    void removeAll() {
        boolean alone = false;
        try {
            alone = creating.tryLock(CREATING_SECONDS, TimeUnit.SECONDS);
            ended = true;
            daemon.ask("the containers of this run cannot be removed", DockerDaemon.SHORT, () -> false, () -> {
                all().forEach(container -> remove(container.getId()));
                return runId;
            });
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            if (alone) {
                creating.unlock();
            }
        }
    }

    /** Two runs that began in the same second may have one name: the process tells them apart. */
    private List<Container> all() {
        Map<String, String> labels = new HashMap<>(RunOwner.current().labels());
        labels.put(Leftovers.RUN, runId);
        return daemon.client()
                .listContainersCmd()
                .withShowAll(true)
                .withLabelFilter(labels)
                .exec();
    }

    private void remove(String id) {
        try {
            daemon.client()
                    .removeContainerCmd(id)
                    .withForce(true)
                    .withRemoveVolumes(true)
                    .exec();
        } catch (NotFoundException gone) {
            // It is what was wanted.
        }
    }
}
