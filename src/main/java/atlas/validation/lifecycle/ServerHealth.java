package atlas.validation.lifecycle;

import atlas.validation.client.Endpoint;
import atlas.validation.config.Params;
import atlas.validation.gate.RowVerdict;
import atlas.validation.record.ColdStart;
import atlas.validation.record.RequestRecord;
import atlas.validation.server.ModelChoice;
import atlas.validation.server.Ready;
import atlas.validation.server.RunningServer;
import atlas.validation.server.ServerDriver;
import atlas.validation.server.ServerException;
import atlas.validation.server.ServerReadiness;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Waits until the server is ready: it lives, tells its health, lists its models and generates one token. Nothing
 * generates before that token, so that it is the server's very first.
 */
public record ServerHealth() implements Stage {

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
        return ServerConnection.open(new Endpoint(server.baseUrl(), apiKey), model, ready, params);
    }

    private static ColdStart firstToken(TargetRun target, RunningServer server, ServerConnection connection) {
        long askedNanos = System.nanoTime();
        RequestRecord row = new FirstTokens(connection, target.plan().name(), target.cancellation())
                .ask("first_request", target.salt() + "-1");
        if (!server.launched()) {
            return new ColdStart(null, row.ttftMs(), null, null);
        }
        double askedMs = (askedNanos - server.launchedNanos()) / 1e6;
        Double ttftMs = row.ttftMs();
        return new ColdStart(
                connection.ready().sinceLaunch().toNanos() / 1e6,
                ttftMs,
                null,
                ttftMs == null ? null : (Double) (askedMs + ttftMs));
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
