package atlas.validation.lifecycle;

import atlas.validation.record.CellId;
import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.record.Warning;
import atlas.validation.server.RunningServer;
import atlas.validation.server.ServerException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Finds out after every cell, and after a probe that failed, whether the server still serves, by a streamed token and
 * not by its health path, which some servers answer long after their engine has died. Restarts it where the config says
 * so; else nothing that needs the server runs after that.
 */
final class Liveness {

    /** A server that fails some requests may fail one of these too, and is there all the same. */
    private static final int ATTEMPTS = 3;

    /** Each of these lasts as long as a request may wait; the first may have waited behind what a cell gave up. */
    private static final int TIMEOUTS = 2;

    private static final Duration DYING = Duration.ofSeconds(1);
    private static final long POLL_MILLIS = 20;

    private final TargetRun target;

    Liveness(TargetRun target) {
        this.target = target;
    }

    /** Returns why the server is gone, or empty when it serves on. A server that was restarted is gone all the same. */
    Optional<String> check(String after) {
        Optional<String> trouble = death().or(() ->
                noToken(after, ATTEMPTS).map(sentence -> deathWithin(DYING).orElse(sentence)));
        trouble.ifPresent(reason -> recover(after, reason));
        return trouble;
    }

    /**
     * Finds out whether the server still serves after its log told of a fault, recovers it if not, and returns what
     * became of it: how it ended where it did.
     */
    String afterFault(CellId cell, String reason) {
        String after = cell.toString();
        if (death().isEmpty() && noToken(after, 1).isEmpty()) {
            return reason;
        }
        String why = deathWithin(DYING).orElse(reason);
        recover(after, why);
        return why;
    }

    /** A process that breaks prints why before it ends: how it ended is worth a moment's wait. */
    private Optional<String> deathWithin(Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        Optional<String> death = death();
        while (death.isEmpty() && System.nanoTime() - deadline < 0) {
            try {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return death;
            }
            death = death();
        }
        return death;
    }

    private Optional<String> death() {
        RunningServer server = target.server();
        return server == null || server.isAlive()
                ? Optional.empty()
                : Optional.of(server.exitDescription().orElse("the server's process is gone"));
    }

    private Optional<String> noToken(String after, int attempts) {
        FirstTokens tokens = new FirstTokens(target.connection(), target);
        Optional<String> last = Optional.empty();
        int timeouts = 0;
        for (int attempt = 1; attempt <= attempts && timeouts < TIMEOUTS; attempt++) {
            RequestRecord row = tokens.attempt("liveness", target.salt() + "-after-" + after + "-" + attempt);
            if (FirstTokens.hasToken(row)) {
                return Optional.empty();
            }
            last = Optional.of(tokens.noToken(row));
            timeouts += row.outcome() == Outcome.FIRST_TOKEN_TIMEOUT ? 1 : 0;
        }
        return last;
    }

    private void recover(String after, String reason) {
        RunningServer server = target.server();
        if (server == null || !server.launched() || !target.mayRestart()) {
            target.block("the server is gone after " + after + ": " + reason);
            return;
        }
        try {
            ServerRelaunch.of(target, "restarted-after-" + after);
            target.warn(new Warning("server_restarted", "the server was restarted after " + after + ": " + reason));
        } catch (ServerException again) {
            target.block("the server is gone after " + after + " and does not start again: " + again.sentence());
        }
    }
}
