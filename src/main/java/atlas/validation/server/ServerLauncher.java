package atlas.validation.server;

import atlas.validation.config.ServerRuntime;
import java.util.function.BooleanSupplier;

/** Brings a server up in one runtime, or finds it running. */
public interface ServerLauncher {

    /**
     * Returns the launcher of a runtime.
     *
     * @throws ServerException if the suite cannot launch it yet
     */
    static ServerLauncher of(ServerRuntime runtime) {
        return switch (runtime) {
            case EMBEDDED -> new EmbeddedLauncher();
            case NONE -> new RunningAlready();
            case DOCKER ->
                throw new ServerException("container.runtime.name docker is not yet supported;"
                        + " use embedded, or none with params.base_url");
        };
    }

    /**
     * Launches the server and returns when it has an address; whether it is ready is for {@link ServerReadiness} to
     * say.
     *
     * @param cancelled asked often; true makes the call give up
     * @throws ServerException if it does not come up
     * @throws java.util.concurrent.CancellationException if it was cancelled; then nothing is left running
     */
    RunningServer launch(LaunchRequest request, BooleanSupplier cancelled);
}
