package atlas.validation.server;

import atlas.validation.record.Warning;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Container;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Containers that runs have left behind: those of a process that is gone are removed, those of a living one never, and
 * where that cannot be told they are named and left alone.
 */
final class Leftovers {

    /** The run that a container belongs to; every container of the suite has it. */
    static final String RUN = "atlas.validation.run";

    private static final String CONFIG = "atlas.validation.config";
    private static final int SHOWN_ID = 12;

    private Leftovers() {}

    /** Returns the labels of a container of this process. */
    static Map<String, String> labels(ContainerRequest request) {
        Map<String, String> labels = new HashMap<>(RunOwner.current().labels());
        labels.put(RUN, request.runId());
        labels.put(CONFIG, request.config());
        return labels;
    }

    /** Removes what dead runs have left at a daemon. */
    static void remove(DockerDaemon daemon, LaunchListener listener, BooleanSupplier cancelled) {
        RunOwner here = RunOwner.current();
        List<Container> ours = daemon.ask(
                "the containers cannot be listed",
                DockerDaemon.SHORT,
                cancelled,
                () -> daemon.client()
                        .listContainersCmd()
                        .withShowAll(true)
                        .withLabelFilter(List.of(RUN))
                        .exec());
        for (Container container : ours) {
            Optional<RunOwner> owner = RunOwner.of(container.getLabels());
            RunOwner.State state = owner.map(known -> known.seenFrom(here)).orElse(RunOwner.State.UNKNOWN);
            String what = "container %s of the run %s"
                    .formatted(shortId(container), container.getLabels().get(RUN));
            switch (state) {
                case ALIVE -> {}
                case DEAD -> {
                    remove(daemon, container, cancelled);
                    listener.warn(
                            new Warning("leftover_removed", "the " + what + ", whose process is gone, was removed"));
                }
                case UNKNOWN ->
                    listener.warn(new Warning(
                            "leftover_seen",
                            "the %s is there, and whether that run lives cannot be told from here; if it does not: docker rm -f %s"
                                    .formatted(what, shortId(container))));
            }
        }
    }

    private static void remove(DockerDaemon daemon, Container container, BooleanSupplier cancelled) {
        daemon.ask("a container that a run has left cannot be removed", DockerDaemon.LONG, cancelled, () -> {
            try {
                daemon.client()
                        .removeContainerCmd(container.getId())
                        .withForce(true)
                        .withRemoveVolumes(true)
                        .exec();
            } catch (NotFoundException gone) {
                // Another run was faster.
            } catch (DockerException refused) {
                if (!DockerTrouble.words(refused).contains("is already in progress")) {
                    throw refused;
                }
            }
            return container;
        });
    }

    private static String shortId(Container container) {
        String id = container.getId();
        return id.substring(0, Math.min(SHOWN_ID, id.length()));
    }
}
