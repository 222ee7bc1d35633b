package atlas.validation.server;

import java.util.function.BooleanSupplier;

/** Brings a server up in one runtime, or finds it running. */
public interface ServerLauncher {

    /**
     * Launches the server and returns when it has an address; whether it is ready is for {@link ServerReadiness} to say.
     *
     * @param cancelled asked often; true makes the call give up
     * @throws ServerException if it does not come up
     * @throws java.util.concurrent.CancellationException if it was cancelled; then nothing is left running
     */
    RunningServer launch(LaunchRequest request, BooleanSupplier cancelled);
}
