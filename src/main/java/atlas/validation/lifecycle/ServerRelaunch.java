package atlas.validation.lifecycle;

import atlas.validation.server.RunningServer;
import atlas.validation.server.ServerException;
import java.time.Duration;

/** Stops a server that the suite launched, and launches it again as it was. */
final class ServerRelaunch {

    private static final Duration GRACE = Duration.ofSeconds(5);

    private ServerRelaunch() {}

    /**
     * Does so, and returns once the server has sent a token.
     *
     * @param mark makes the prompt unlike any other
     * @throws ServerException if it does not start, or does not generate
     */
    static void of(TargetRun target, String mark) {
        ServerConnection known = target.connection();
        RunningServer server = target.server();
        if (server != null) {
            server.stop(GRACE);
        }
        target.release();
        target.connection(
                ServerHealth.connect(target, LaunchContainer.launch(target)).like(known));
        // Ready is a server that generates: what would be missing is told here, and not by the next cell.
        new FirstTokens(target.connection(), target).ask("liveness", target.salt() + "-" + mark);
    }
}
