package atlas.validation.cli;

import atlas.validation.client.Cancellation;
import atlas.validation.client.Endpoint;
import atlas.validation.client.LoadClient;
import atlas.validation.client.RequestSpelling;
import atlas.validation.client.RequestTemplate;
import atlas.validation.client.TimeLimits;
import atlas.validation.config.ClusterFile;
import atlas.validation.config.Params;
import atlas.validation.config.ServerRuntime;
import atlas.validation.config.ValidationConfig;
import atlas.validation.probe.Capabilities;
import atlas.validation.probe.CapabilityProbe;
import atlas.validation.probe.ProbeSettings;
import atlas.validation.probe.ProbeTarget;
import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.server.Access;
import atlas.validation.server.LaunchListener;
import atlas.validation.server.LaunchRequest;
import atlas.validation.server.ModelChoice;
import atlas.validation.server.Ready;
import atlas.validation.server.RunningServer;
import atlas.validation.server.ServerDriver;
import atlas.validation.server.ServerException;
import atlas.validation.server.ServerLauncher;
import atlas.validation.server.ServerReadiness;
import atlas.validation.workload.Prompt;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Looks at a running server with the eyes of the suite: what a run would find out, and what would spoil its figures.
 */
final class ServerCheckup {

    private static final Duration READY = Duration.ofSeconds(15);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final TimeLimits LIMITS =
            new TimeLimits(Duration.ofSeconds(60), Duration.ofSeconds(30), Duration.ofSeconds(120));

    private static final String QUESTION = "Write two sentences about the sea.";
    private static final int ANSWER = 48;
    private static final String NAME = "doctor";

    private final ValidationConfig config;
    private final Access access;
    private final Consumer<Finding> findings;
    private final ServerFindings judge = new ServerFindings();
    private final String salt = UUID.randomUUID().toString().substring(0, 8);

    ServerCheckup(ValidationConfig config, Access access, Consumer<Finding> findings) {
        this.config = config;
        this.access = access;
        this.findings = findings;
    }

    /** Looks at the server; returns false when there is none that a run could use. */
    boolean examine() {
        ServerDriver driver = ServerDriver.of(config.params().driver());
        try (RunningServer server = find()) {
            Ready ready = new ServerReadiness(driver, access).await(server, READY, () -> false);
            findings.accept(Finding.ok(
                    "readiness",
                    "%s answers at %s%s"
                            .formatted(
                                    server.baseUrl(),
                                    ready.healthPath().isEmpty() ? "/v1/models" : ready.healthPath(),
                                    ready.simulated() ? ", and says of itself that it is a simulator" : "")));
            String model = ModelChoice.choose(server.baseUrl(), config.model().id(), ready.models());
            findings.accept(Finding.ok(
                    "models", "%s; asked for: %s".formatted(String.join(", ", ready.models()), model)));
            return talk(new Endpoint(server.baseUrl(), access.apiKey(), access.trust(), access.proxy()), model, driver);
        } catch (ServerException trouble) {
            findings.accept(Finding.fail(
                    "readiness",
                    String.valueOf(trouble.getMessage()),
                    "start the server, correct --base-url, or name the model with --model"));
            return false;
        }
    }

    private RunningServer find() {
        LaunchRequest request = LaunchRequest.of(config, ClusterFile.thisMachine(), NAME, Path.of("unused"));
        return ServerLauncher.of(ServerRuntime.NONE).launch(request, LaunchListener.NONE, () -> false);
    }

    /** Finds the spelling that the server takes, and goes on with it. */
    private boolean talk(Endpoint endpoint, String model, ServerDriver driver) {
        Params params = config.params();
        RequestTemplate usual =
                new RequestTemplate(model, params.sampling(), params.extraBody(), driver.lengthForcing());
        String trouble = "";
        for (RequestSpelling spelling : RequestSpelling.all()) {
            RequestTemplate template = usual.withSpelling(spelling);
            try (LoadClient client = new LoadClient(endpoint, template, LIMITS)) {
                RequestRecord row = send(client, " Say hello in one word.", 1, false);
                if (row.outcome() == Outcome.SUCCESS) {
                    explore(endpoint, template, client, driver);
                    return true;
                }
                trouble = trouble.isEmpty() ? ServerFindings.sentence(row) : trouble;
            }
        }
        findings.accept(Finding.fail(
                "chat",
                "a short streamed chat fails: " + trouble,
                "look at the server's log; a run would end the same way"));
        return false;
    }

    private RequestRecord send(LoadClient client, String question, int tokens, boolean forced) {
        return client.send(NAME, NAME, new Prompt(salt + question, tokens, forced), new Cancellation());
    }

    private void explore(Endpoint endpoint, RequestTemplate template, LoadClient client, ServerDriver driver) {
        ProbeTarget target = new ProbeTarget(
                NAME,
                endpoint,
                template.model(),
                template.spelling(),
                client,
                PATIENCE,
                new Cancellation(),
                new ProbeSettings(
                        driver,
                        template.sampling(),
                        template.extraBody(),
                        config.params().maxModelLength(),
                        fields ->
                                new LoadClient(endpoint, template.withUserFields(template.sampling(), fields), LIMITS),
                        salt));
        Capabilities found = new CapabilityProbe(target, template).run();
        judge.capabilities(found).forEach(findings);
        try (LoadClient best = new LoadClient(endpoint, found.applyTo(template), LIMITS)) {
            RequestRecord first = send(best, "a " + QUESTION, ANSWER, true);
            RequestRecord second = send(best, "b " + QUESTION, ANSWER, true);
            findings.accept(judge.streaming(first));
            if (second.connection() != null) {
                findings.accept(judge.keepAlive(second.connection()));
            }
        }
        if ("http".equals(endpoint.base().getScheme()) && endpoint.proxy() == null) {
            findings.accept(UpgradeOffer.make(endpoint, template.model()));
        }
    }
}
