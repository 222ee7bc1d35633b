package atlas.validation.lifecycle;

import atlas.validation.client.Endpoint;
import atlas.validation.client.TimeLimits;
import atlas.validation.cluster.NodeShell;
import atlas.validation.cluster.RoundTrip;
import atlas.validation.cluster.SshShell;
import atlas.validation.config.Params;
import atlas.validation.gate.RowVerdict;
import atlas.validation.record.ColdStart;
import atlas.validation.record.Warning;
import atlas.validation.server.ModelChoice;
import atlas.validation.server.Ready;
import atlas.validation.server.RunningServer;
import atlas.validation.server.ServerDriver;
import atlas.validation.server.ServerException;
import atlas.validation.server.ServerReadiness;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Waits until the server is ready: it lives, tells its health, lists its models and generates one token. Nothing
 * generates before that token, so that it is the server's very first.
 */
public record ServerHealth() implements Stage {

    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

    @Override
    public String name() {
        return "server_health";
    }

    @Override
    public RowVerdict run(TargetRun target) {
        target.listener().stageStarted(target.plan(), name(), "waiting until the server generates a token");
        RunningServer launched = target.server();
        RunningServer server = launched == null ? LaunchContainer.launch(target) : launched;
        ServerConnection connection = connect(target, server);
        target.connection(connection);
        ColdStart coldStart = firstToken(target, server, connection);
        target.coldStart(coldStart, List.of());
        target.roundTripMs(roundTrip(target, server).orElse(null));
        return Verdicts.pass("%s serves %s, first token after %.0f ms"
                .formatted(connection.endpoint().base(), connection.model(), coldStart.firstRequestMs()));
    }

    /** Waits for health and models, and opens the way to the server. */
    static ServerConnection connect(TargetRun target, RunningServer server) {
        Params params = target.plan().config().params();
        String apiKey = apiKey(params);
        Ready ready = new ServerReadiness(ServerDriver.of(params.driver()), apiKey)
                .await(server, params.readyTimeout(), target.cancellation()::isCancelled);
        String model = ModelChoice.choose(
                server.baseUrl(), target.plan().config().model().id(), ready.models());
        if (!ready.models().isEmpty() && !ready.models().contains(model)) {
            String sentence =
                    "%s serves %s, and not '%s'".formatted(server.baseUrl(), String.join(", ", ready.models()), model);
            if (!server.launched()) {
                throw new ServerException(sentence + "; name one of them with -Dmodel");
            }
            target.warn(new Warning("model_not_listed", sentence));
        }
        return ServerConnection.open(new Endpoint(server.baseUrl(), apiKey), model, ready, params);
    }

    /** Measures the way that requests take: over SSH where the server was launched on another machine. */
    private static Optional<Double> roundTrip(TargetRun target, RunningServer server) {
        Optional<NodeShell> node = NodeShell.ofHead(target.plan().cluster());
        return server.launched() && !server.simulated() && node.isPresent() && node.get() instanceof SshShell ssh
                ? RoundTrip.ofTunnel(ssh.target())
                : RoundTrip.ofConnection(server.baseUrl());
    }

    private static ColdStart firstToken(TargetRun target, RunningServer server, ServerConnection connection) {
        long askedNanos = System.nanoTime();
        Double ttftMs;
        try (ServerConnection impatient = impatient(target, server, connection)) {
            ttftMs = new FirstTokens(impatient, target.plan().name(), target.cancellation())
                    .ask("first_request", target.salt() + "-1")
                    .ttftMs();
        }
        if (!server.launched()) {
            return new ColdStart(null, ttftMs, null, null);
        }
        double askedMs = (askedNanos - server.launchedNanos()) / 1e6;
        return new ColdStart(
                connection.ready().sinceLaunch().toNanos() / 1e6,
                ttftMs,
                null,
                ttftMs == null ? null : (Double) (askedMs + ttftMs));
    }

    /** Returns a way that waits for the first token no longer than the server may take to become ready. */
    private static ServerConnection impatient(TargetRun target, RunningServer server, ServerConnection connection) {
        Params params = target.plan().config().params();
        Duration sinceLaunch = Duration.ofNanos(System.nanoTime() - server.launchedNanos());
        Duration left = params.readyTimeout().minus(sinceLaunch);
        Duration least = left.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : left;
        Duration limit = least.compareTo(params.firstTokenTimeout()) < 0 ? least : params.firstTokenTimeout();
        return ServerConnection.open(
                connection.endpoint(),
                connection.model(),
                connection.ready(),
                params,
                new TimeLimits(limit, limit, limit.plus(SHORTEST_WAIT)));
    }

    private static @Nullable String apiKey(Params params) {
        String variable = params.apiKeyEnv();
        if (variable == null) {
            return null;
        }
        return Optional.ofNullable(System.getenv(variable))
                .orElseThrow(() -> new ServerException(
                        "the API key is to come from the environment variable %s, which is not set; export it"
                                .formatted(variable)));
    }
}
