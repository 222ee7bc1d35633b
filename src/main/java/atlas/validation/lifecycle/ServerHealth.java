package atlas.validation.lifecycle;

import atlas.validation.client.Endpoint;
import atlas.validation.client.TimeLimits;
import atlas.validation.cluster.NodeShell;
import atlas.validation.cluster.RoundTrip;
import atlas.validation.config.Params;
import atlas.validation.gate.RowVerdict;
import atlas.validation.lifecycle.FirstRequest.FirstAnswer;
import atlas.validation.record.ColdStart;
import atlas.validation.record.Warning;
import atlas.validation.server.Access;
import atlas.validation.server.ModelChoice;
import atlas.validation.server.Ready;
import atlas.validation.server.RunningServer;
import atlas.validation.server.ServerDriver;
import atlas.validation.server.ServerException;
import atlas.validation.server.ServerReadiness;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Waits until the server is ready: it lives, tells its health, lists its models and generates one token. Nothing
 * generates before that token, so that it is the server's very first.
 */
public record ServerHealth() implements Stage {

    private static final String NAME = "server_health";
    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public RowVerdict run(TargetRun target) {
        target.listener().stageStarted(target.plan(), NAME, "waiting until the server generates a token");
        RunningServer launched = target.server();
        RunningServer server = launched == null ? LaunchContainer.launch(target) : launched;
        ServerConnection connection = connect(target, server);
        target.connection(connection);
        FirstAnswer first = firstToken(target, server, connection);
        connection = connection.inPlace(connection.template().withSpelling(first.spelling()));
        target.connection(connection);
        ColdStart coldStart = target.weights().withPageCache(coldStart(server, connection, first));
        target.notes().coldStart(coldStart, List.of());
        target.notes()
                .roundTripMs(roundTrip(target, server, connection.endpoint()).orElse(null));
        return Verdicts.pass("%s serves %s, first token after %.0f ms"
                .formatted(connection.endpoint().base(), connection.model(), coldStart.firstRequestMs()));
    }

    /** Waits for health and models, and opens the way to the server. */
    static ServerConnection connect(TargetRun target, RunningServer server) {
        Params params = target.plan().config().params();
        Access access = Access.of(params.access(), System::getenv);
        Consumer<String> waiting = sentence -> target.listener().stageStarted(target.plan(), NAME, sentence);
        Ready ready = new ServerReadiness(ServerDriver.of(params.driver()), access, waiting)
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
        Endpoint endpoint = new Endpoint(server.baseUrl(), access.apiKey(), access.trust(), access.proxy());
        return ServerConnection.open(endpoint, model, ready, params);
    }

    /** Measures the way that requests take: over SSH where the server was launched on another machine. */
    private static Optional<Double> roundTrip(TargetRun target, RunningServer server, Endpoint endpoint) {
        if (endpoint.proxy() != null) {
            return Optional.empty(); // Only the proxy knows its way to the server, and nobody asked for another one.
        }
        Optional<NodeShell> node = NodeShell.ofHead(target.plan().cluster());
        boolean onNode = server.launched() && !server.simulated();
        return node.filter(shell -> onNode)
                .flatMap(NodeShell::roundTripMs)
                .or(() -> RoundTrip.ofConnection(server.baseUrl()));
    }

    /** Asks for the first token, and waits for it no longer than the server may take to become ready. */
    private static FirstAnswer firstToken(TargetRun target, RunningServer server, ServerConnection connection) {
        Params params = target.plan().config().params();
        Duration sinceLaunch = Duration.ofNanos(System.nanoTime() - server.launchedNanos());
        Duration limit = firstTokenLimit(params.readyTimeout(), sinceLaunch, params.firstTokenTimeout());
        try (ServerConnection impatient = connection.beside(new TimeLimits(limit, limit, limit.plus(SHORTEST_WAIT)))) {
            return new FirstRequest(impatient, target, target.salt() + "-1").ask();
        }
    }

    /** Returns what is left of the time to become ready, a moment at least, but no more than any request has. */
    static Duration firstTokenLimit(Duration readyTimeout, Duration sinceLaunch, Duration firstTokenTimeout) {
        Duration left = readyTimeout.minus(sinceLaunch);
        Duration least = left.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : left;
        return least.compareTo(firstTokenTimeout) < 0 ? least : firstTokenTimeout;
    }

    private static ColdStart coldStart(RunningServer server, ServerConnection connection, FirstAnswer first) {
        Double ttftMs = first.row().ttftMs();
        if (!server.launched()) {
            return new ColdStart(null, ttftMs, null, null);
        }
        double askedMs = (first.askedNanos() - server.launchedNanos()) / 1e6;
        return new ColdStart(
                connection.ready().sinceLaunch().toNanos() / 1e6,
                ttftMs,
                null,
                ttftMs == null ? null : (Double) (askedMs + ttftMs));
    }
}
