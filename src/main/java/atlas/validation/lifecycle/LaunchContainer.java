package atlas.validation.lifecycle;

import atlas.validation.cluster.NodeShell;
import atlas.validation.config.ServerRuntime;
import atlas.validation.config.ValidationConfig;
import atlas.validation.gate.RowVerdict;
import atlas.validation.model.PageCache;
import atlas.validation.record.Status;
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
        Optional<String> useless = prepare(target);
        if (useless.isPresent()) {
            return Verdicts.of(Status.SKIPPED, useless.get());
        }
        target.listener().stageStarted(target.plan(), name(), "starting the server");
        target.calibrations().prepare();
        if (config.functional().dropPageCache()) {
            target.weights().pageCache(dropPageCache(target));
        }
        RunningServer server = launch(target);
        return Verdicts.pass(
                config.container().runtime() == ServerRuntime.EMBEDDED
                        ? "the simulator listens on " + server.baseUrl()
                        : "the container runs, its port is published as " + server.baseUrl());
    }

    /**
     * Looks at the node, and for the model, before a container starts: it reads the weights at once. Where nothing but
     * the container can be looked into, their rows do so later.
     *
     * @return why there is no use in launching, or empty
     */
    private static Optional<String> prepare(TargetRun target) {
        if (target.plan().config().container().runtime() != ServerRuntime.DOCKER) {
            return Optional.empty();
        }
        if (NodeShell.ofHead(target.plan().cluster()).isPresent()) {
            target.stages().performAhead(new DiscoverTopology());
        }
        target.stages().performAhead(new ModelFetch());
        return target.unusable();
    }

    /** Last before the launch, so that nothing reads the weights in between. */
    private static PageCache.Result dropPageCache(TargetRun target) {
        Optional<NodeShell> shell = NodeShell.ofHead(target.plan().cluster());
        String folder = target.weights().folder();
        if (target.plan().config().container().runtime() == ServerRuntime.EMBEDDED) {
            return new PageCache.Result(false, "the page cache was left alone: the simulator reads no weights");
        }
        if (shell.isEmpty() || folder == null) {
            return new PageCache.Result(
                    false,
                    "the page cache was not dropped: "
                            + (shell.isEmpty()
                                    ? "the machine that runs the container has no shell for the suite"
                                    : "where the weights are is not known"));
        }
        return PageCache.drop(shell.get(), folder, target.cancellation()::isCancelled);
    }

    /** Starts the server, or looks up the one that runs; the target has it from the moment that there is a process. */
    static RunningServer launch(TargetRun target) {
        ValidationConfig config =
                target.plan().config().inRunFolder(target.paths().folder());
        ServerRuntime runtime = config.launches() ? config.container().runtime() : ServerRuntime.NONE;
        LaunchRequest request = LaunchRequest.of(
                config, target.plan().cluster(), target.runId(), target.paths().serverLog(config.name()));
        RunningServer server =
                ServerLauncher.of(runtime).launch(request, new LaunchNews(target), target.cancellation()::isCancelled);
        target.server(server);
        return server;
    }
}
