package atlas.validation.lifecycle;

import atlas.validation.gate.RowVerdict;
import atlas.validation.server.RunningServer;
import java.time.Duration;

/** Stops what was started, whatever happened before. */
public record Teardown() implements Stage {

    private static final Duration GRACE = Duration.ofSeconds(10);

    @Override
    public String name() {
        return "teardown";
    }

    @Override
    public boolean runsAlways() {
        return true;
    }

    @Override
    public boolean blocksOthers() {
        return false;
    }

    @Override
    public RowVerdict run(TargetRun target) {
        target.forgetApi();
        RunningServer server = target.server();
        if (server == null) {
            target.release();
            return Verdicts.pass("nothing was started");
        }
        if (!server.launched()) {
            target.release();
            return Verdicts.pass("the server was not started here, and is left as it was");
        }
        boolean gone;
        try {
            server.stop(GRACE);
            gone = !server.isAlive();
        } finally {
            target.release();
        }
        return gone ? Verdicts.pass("the server is stopped") : Verdicts.error("the server's process does not end");
    }
}
