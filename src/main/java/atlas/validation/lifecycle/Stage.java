package atlas.validation.lifecycle;

import atlas.validation.gate.RowVerdict;
import atlas.validation.server.ServerException;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/** One step of a target's way through a run. Stateless: everything that it finds goes into the {@link TargetRun}. */
public sealed interface Stage
        permits AtlasInference,
                ColdStartMeasurement,
                DiscoverTopology,
                LaunchContainer,
                ModelFetch,
                ServerHealth,
                SetupSshd,
                Teardown {

    /** Returns the name of the stage's row. */
    String name();

    /** Returns why there is nothing to do, or empty when there is. */
    default Optional<String> skipReason(TargetRun target) {
        return Optional.empty();
    }

    /** Tells whether the stages after it make no sense once it has failed. */
    default boolean blocksOthers() {
        return true;
    }

    /** Tells whether it runs whatever happened before. */
    default boolean runsAlways() {
        return false;
    }

    /**
     * Does the step and tells what came of it.
     *
     * @throws ServerException if the server is to blame; becomes an error with that one sentence
     * @throws CancellationException if the run was cancelled meanwhile
     */
    RowVerdict run(TargetRun target);
}
