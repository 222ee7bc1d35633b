package atlas.validation.lifecycle;

import atlas.validation.config.ServerRuntime;
import atlas.validation.config.ValidationConfig;
import atlas.validation.gate.RowVerdict;
import atlas.validation.server.LaunchRequest;
import atlas.validation.server.RunningServer;
import atlas.validation.server.ServerLauncher;
import java.util.Optional;

/** Starts the server. */
public record LaunchContainer() implements Stage {

    @Override
    public String name() {
        return "launch_container";
    }

    @Override
    public Optional<String> skipReason(TargetRun target) {
        return target.plan().config().launches()
                ? Optional.empty()
                : Optional.of("nothing to launch: the server runs already");
    }

    @Override
    public RowVerdict run(TargetRun target) {
        ValidationConfig config = target.plan().config();
        target.listener().stageStarted(target.plan(), name(), "starting the server");
        target.calibrations().prepare();
        RunningServer server = launch(target);
        String what = config.container().runtime() == ServerRuntime.EMBEDDED ? "the simulator" : "the server";
        return Verdicts.pass(what + " listens on " + server.baseUrl());
    }

    /** Starts the server, or looks up the one that runs; the target has it from the moment that there is a process. */
    static RunningServer launch(TargetRun target) {
        ValidationConfig config = target.plan().config();
        ServerRuntime runtime = config.launches() ? config.container().runtime() : ServerRuntime.NONE;
        LaunchRequest request = LaunchRequest.of(config, target.paths().serverLog(config.name()));
        RunningServer server = ServerLauncher.of(runtime).launch(request, target.cancellation()::isCancelled);
        target.server(server);
        return server;
    }
}
