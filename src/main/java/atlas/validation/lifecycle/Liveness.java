package atlas.validation.lifecycle;

import atlas.validation.client.RequestTemplate;
import atlas.validation.record.CellId;
import atlas.validation.record.Counts;
import atlas.validation.record.Warning;
import atlas.validation.server.RunningServer;
import atlas.validation.server.ServerException;
import java.time.Duration;
import java.util.Optional;

/**
 * Finds out after a cell whether the server still serves, by a token and not by its health path, which some servers
 * answer long after their engine has died. Restarts it where the config says so; else nothing that needs the server
 * runs after that.
 */
final class Liveness {

    /** A server that fails some requests may fail one of these too, and is there all the same. */
    private static final int ATTEMPTS = 3;

    private static final Duration GRACE = Duration.ofSeconds(5);

    private final TargetRun target;

    Liveness(TargetRun target) {
        this.target = target;
    }

    /** Returns why the server is gone, or empty when it serves on. A server that was restarted is gone all the same. */
    Optional<String> check(CellId after, Counts counts) {
        Optional<String> trouble = trouble(after, counts);
        trouble.ifPresent(reason -> recover(after, reason));
        return trouble;
    }

    private Optional<String> trouble(CellId after, Counts counts) {
        RunningServer server = target.server();
        if (server != null && !server.isAlive()) {
            return Optional.of(server.exitDescription().orElse("the server's process is gone"));
        }
        if (counts.failed() == 0) {
            return Optional.empty();
        }
        Optional<String> last = Optional.empty();
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            try {
                new FirstTokens(target.connection(), target)
                        .ask("liveness", target.salt() + "-after-" + after + "-" + attempt);
                return Optional.empty();
            } catch (ServerException noToken) {
                last = Optional.of(noToken.sentence());
            }
        }
        return last;
    }

    private void recover(CellId after, String reason) {
        RunningServer server = target.server();
        if (server == null || !server.launched() || !target.mayRestart()) {
            target.block("the server is gone after " + after + ": " + reason);
            return;
        }
        try {
            RequestTemplate known = target.connection().template();
            server.stop(GRACE);
            target.release();
            target.connection(
                    ServerHealth.connect(target, LaunchContainer.launch(target)).inPlace(known));
            target.warn(new Warning("server_restarted", "the server was restarted after " + after + ": " + reason));
        } catch (ServerException again) {
            target.block("the server is gone after " + after + " and does not start again: " + again.sentence());
        }
    }
}
