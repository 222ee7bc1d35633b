package atlas.validation.lifecycle;

import static java.util.Objects.requireNonNull;

import atlas.validation.cluster.HostException;
import atlas.validation.cluster.NodeDiscovery;
import atlas.validation.cluster.NodeShell;
import atlas.validation.config.ServerRuntime;
import atlas.validation.config.ValidationConfig;
import atlas.validation.gate.RowVerdict;
import atlas.validation.model.Bytes;
import atlas.validation.model.LocalFiles;
import atlas.validation.model.ModelCheck;
import atlas.validation.model.ModelDownload;
import atlas.validation.model.ModelException;
import atlas.validation.model.ModelPlaces;
import atlas.validation.model.ModelPlaces.HubCache;
import atlas.validation.model.ModelPlaces.ModelFolder;
import atlas.validation.model.ModelPlaces.Place;
import atlas.validation.model.ModelState;
import atlas.validation.model.ModelState.Absent;
import atlas.validation.model.ModelState.Complete;
import atlas.validation.model.ModelState.Incomplete;
import atlas.validation.model.NodeFiles;
import atlas.validation.model.ShellFiles;
import atlas.validation.record.Status;
import atlas.validation.record.Warning;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Makes sure that the model's weights are where the server will look for them. Runs before the launch, since a server
 * reads them at once.
 */
public record ModelFetch() implements Stage {

    private static final int MOST_FAULTS = 3;

    @Override
    public String name() {
        return "model_fetch";
    }

    @Override
    public Optional<String> skipReason(TargetRun target) {
        ValidationConfig config = target.plan().config();
        if (!config.launches()) {
            return Optional.of("the server runs already, and has its model");
        }
        return config.container().runtime() == ServerRuntime.EMBEDDED
                ? Optional.of("the simulator needs no weights")
                : Optional.empty();
    }

    @Override
    public RowVerdict run(TargetRun target) {
        ModelPlaces places = ModelPlaces.of(target.plan().config());
        if (places.unknown() != null) {
            return notExamined(target, places.unknown());
        }
        Optional<NodeShell> shell = NodeShell.ofHead(target.plan().cluster());
        if (shell.isEmpty()) {
            return notExamined(
                    target,
                    "the files of the machine behind %s cannot be looked at: it has no shell"
                            .formatted(target.plan().cluster().head().dockerHost()));
        }
        NodeFiles files = shell.get().isHere()
                ? new LocalFiles()
                : new ShellFiles(shell.get(), target.cancellation()::isCancelled);
        try {
            return examine(target, places, shell.get(), new ModelCheck(files));
        } catch (ModelException | HostException unreadable) {
            return notExamined(target, String.valueOf(unreadable.getMessage()));
        }
    }

    /** What cannot be looked at from here may be there all the same: the server will tell. */
    private static RowVerdict notExamined(TargetRun target, String reason) {
        target.warn(new Warning("model_not_examined", reason));
        return Verdicts.of(Status.SKIPPED, "the weights were not looked at: " + reason);
    }

    private RowVerdict examine(TargetRun target, ModelPlaces places, NodeShell shell, ModelCheck check) {
        ValidationConfig config = target.plan().config();
        String model = requireNonNull(config.model().id(), "a launched server has a model");
        List<ModelState> states =
                places.places().stream().map(place -> check.check(place, model)).toList();
        Optional<Complete> complete = complete(states);
        if (complete.isPresent()) {
            return whole(target, complete.get(), "");
        }
        String missing = missing(model, states);
        Optional<HubCache> cache = places.hubCache();
        if (config.model().remote() && cache.isPresent() && shell.isHere()) {
            return fetched(target, cache.get(), model, check, missing);
        }
        return Verdicts.error("%s; fetch it with: %s"
                .formatted(missing, command(places.places().getFirst(), model, shell)));
    }

    private RowVerdict fetched(TargetRun target, HubCache cache, String model, ModelCheck check, String missing) {
        target.listener().stageStarted(target.plan(), name(), missing + "; fetching it");
        try {
            ModelDownload.fetch(
                    cache,
                    model,
                    target.plan().config().paths().get("hf_token_file"),
                    System.getenv(),
                    (bytes, of, perSecond) ->
                            target.listener().stageStarted(target.plan(), name(), progress(bytes, of, perSecond)),
                    target.cancellation()::isCancelled);
        } catch (ModelException failed) {
            return Verdicts.error("%s; %s".formatted(missing, failed.sentence()));
        }
        ModelState now = check.check(cache, model);
        return now instanceof Complete complete
                ? whole(target, complete, "fetched, ")
                : Verdicts.error("after the hub gave every file it has, " + missing(model, List.of(now)));
    }

    private static String progress(long bytes, long of, double perSecond) {
        String left = perSecond < 1
                ? ""
                : ", about %d s left"
                        .formatted(Duration.ofMillis((long) ((of - bytes) / perSecond * 1e3))
                                .toSeconds());
        return "%s of %s, %s/s%s".formatted(Bytes.of(bytes), Bytes.of(of), Bytes.of((long) perSecond), left);
    }

    private static RowVerdict whole(TargetRun target, Complete complete, String how) {
        target.weights().folder(complete.folder());
        complete.notes().forEach(note -> target.warn(new Warning("model_leftovers", note)));
        return Verdicts.pass(
                "%s%d files, %s in %s".formatted(how, complete.files(), Bytes.of(complete.bytes()), complete.folder()));
    }

    private static Optional<Complete> complete(List<ModelState> states) {
        return states.stream()
                .filter(Complete.class::isInstance)
                .map(Complete.class::cast)
                .findFirst();
    }

    /** Says what is missing in the place that has most of it. */
    private static String missing(String model, List<ModelState> states) {
        return states.stream()
                .filter(Incomplete.class::isInstance)
                .findFirst()
                .or(() -> states.stream().findFirst())
                .map(state -> switch (state) {
                    case Incomplete(String folder, List<String> faults) ->
                        "%s is not whole in %s: %s".formatted(model, folder, listed(faults));
                    case Absent(String folder, String hint) ->
                        "%s is not there: no %s%s".formatted(model, folder, hint.isEmpty() ? "" : "; " + hint);
                    case Complete whole -> throw new IllegalStateException("nothing is missing in " + whole.folder());
                })
                .orElseThrow();
    }

    private static String listed(List<String> faults) {
        String first = String.join(", ", faults.stream().limit(MOST_FAULTS).toList());
        return faults.size() > MOST_FAULTS ? first + " and %d more".formatted(faults.size() - MOST_FAULTS) : first;
    }

    private static String command(Place place, String model, NodeShell shell) {
        String folder = NodeDiscovery.quoted(place.folder());
        return shell.typed(
                switch (place) {
                    case HubCache cache ->
                        "hf download %s%s --cache-dir %s"
                                .formatted(
                                        model,
                                        cache.isUsual() ? "" : " --revision " + NodeDiscovery.quoted(cache.revision()),
                                        folder);
                    case ModelFolder files -> "hf download %s --local-dir %s".formatted(model, folder);
                });
    }
}
