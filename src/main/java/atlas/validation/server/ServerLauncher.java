package atlas.validation.server;

import atlas.validation.config.ServerRuntime;
import java.util.function.BooleanSupplier;

/** Brings a server up in one runtime, or finds it running. */
public interface ServerLauncher {

    /** Returns the launcher of a runtime. */
    static ServerLauncher of(ServerRuntime runtime) {
        return switch (runtime) {
            case EMBEDDED -> new EmbeddedLauncher();
            case NONE -> new RunningAlready();
            case DOCKER -> new DockerLauncher();
        };
    }

    /**
     * Launches the server and returns when it has an address; whether it is ready is for {@link ServerReadiness} to
     * say.
     *
     * @param listener hears what becomes known, until the server is stopped
     * @param cancelled asked often; true makes the call give up
     * @throws ServerException if it does not come up; then nothing is left running
     * @throws java.util.concurrent.CancellationException if it was cancelled; then nothing is left running
     */
    RunningServer launch(LaunchRequest request, LaunchListener listener, BooleanSupplier cancelled);
}
