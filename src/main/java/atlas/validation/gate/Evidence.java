package atlas.validation.gate;

import static java.util.Objects.requireNonNull;

import atlas.validation.record.CellRecord;
import atlas.validation.record.ColdStart;
import atlas.validation.record.Comparison;
import atlas.validation.record.Evaluation.Answer;
import atlas.validation.record.ProbeRecord;
import atlas.validation.record.StageRecord;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Answers what an evaluation asks about one target, by these rules: yes needs something that ran and shows it, no needs
 * something that ran and failed at it, and all else was not measured.
 */
record Evidence(TargetRecord target) {

    private static final Set<String> SERVER_STAGES =
            Set.of("launch_container", "setup_sshd", "discover_topology", "model_fetch", "server_health");

    /** The probes that answer a question between them; those of tool calls are told by how their names begin. */
    private static final Set<String> CHATS = Set.of("chat", "chat_stream");

    private static final Set<String> MODELS = Set.of("models");
    private static final String TOOLS = "tool";
    private static final Set<String> STREAMS = Set.of("stream_envelope", "stream_text", "multi_byte");

    private static final Set<String> COUNTS = Set.of("max_tokens", "token_counts");
    private static final Set<String> SENSE = Set.of("known_answers", "alone_and_together");
    private static final Set<String> SURVIVAL = Set.of("overload", "cancelled_request");

    private static final String CORRECTNESS = "correctness_ratio";
    private static final String TOOL_CALL_SUCCESS = "tool_call_success";

    /** What servers say when their kernels and the GPU do not fit. */
    private static final List<String> CUDA_WORDS =
            List.of("cuda", "no kernel image", "unsupported architecture", "ptx", "sm_");

    /**
     * What is known and how.
     *
     * @param reason one sentence
     */
    record Finding(Answer answer, String reason) {

        private static Finding yes(String reason) {
            return new Finding(Answer.YES, reason);
        }

        private static Finding no(String reason) {
            return new Finding(Answer.NO, reason);
        }

        static Finding notMeasured(String reason) {
            return new Finding(Answer.NOT_MEASURED, reason);
        }
    }

    Finding starts() {
        Optional<StageRecord> failed = failedStage();
        if (failed.isPresent()) {
            return Finding.no(said(failed.get()));
        }
        if (!isReady()) {
            return Finding.notMeasured("the run ended before the server was ready");
        }
        if (stage("launch_container", Status.PASS).isEmpty()) {
            return Finding.notMeasured("the server was running already");
        }
        return Finding.yes("it was launched, and generated its first token");
    }

    Finding fitsTheGpu() {
        Optional<String> complaint = failedStage().map(Evidence::said).filter(Evidence::isAboutCuda);
        if (complaint.isPresent()) {
            return Finding.no(complaint.get());
        }
        if (target.simulated()) {
            return Finding.notMeasured("a simulator uses no GPU");
        }
        if (!isReady()) {
            return Finding.notMeasured("the server generated no token");
        }
        return target.gpus().isEmpty()
                ? Finding.notMeasured("nothing is known of the server's GPU")
                : Finding.yes(
                        "it generates tokens on " + target.gpus().getFirst().name());
    }

    Finding loadsTheModel() {
        if (isReady()) {
            return Finding.yes("it generates with " + target.model());
        }
        return stage("server_health", Status.ERROR)
                .or(() -> stage("server_health", Status.FAIL))
                .map(failed -> Finding.no(said(failed)))
                .orElse(Finding.notMeasured("the server was not reached"));
    }

    Finding listsModels() {
        return probes(MODELS::contains)
                .orElse(
                        isReady()
                                ? Finding.yes("it listed " + target.model() + " when it became ready")
                                : Finding.notMeasured("the server was not reached"));
    }

    Finding chats() {
        Optional<Finding> probed = probes(CHATS::contains);
        if (probed.isPresent() && probed.get().answer() == Answer.NO) {
            return probed.get();
        }
        int attempted = target.cells().stream()
                .mapToInt(cell -> cell.counts().attempted())
                .sum();
        int succeeded = target.cells().stream()
                .mapToInt(cell -> cell.counts().succeeded())
                .sum();
        if (attempted > 0) {
            String reason = "%d of %d requests succeeded".formatted(succeeded, attempted);
            return succeeded > 0 ? Finding.yes(reason) : Finding.no(reason);
        }
        return probed.orElse(Finding.notMeasured("no completion was asked for"));
    }

    Finding callsTools() {
        Optional<Finding> probed = probes(name -> name.startsWith(TOOLS));
        if (probed.isPresent() && probed.get().answer() == Answer.NO) {
            return probed.get();
        }
        List<CellRecord> asked = target.cells().stream()
                .filter(cell -> cell.metrics().get(TOOL_CALL_SUCCESS) != null)
                .toList();
        Optional<Finding> missing = asked.stream()
                .filter(cell -> requireNonNull(cell.metrics().get(TOOL_CALL_SUCCESS), TOOL_CALL_SUCCESS) < 1)
                .findFirst()
                .map(cell ->
                        Finding.no(without(cell, "no_tool_call", "not every request was answered by a tool call")));
        return missing.or(() -> probed)
                .orElse(
                        asked.isEmpty()
                                ? Finding.notMeasured("nothing asked for a tool call")
                                : Finding.yes("every request of %s was answered by a tool call"
                                        .formatted(asked.getFirst().id())));
    }

    Finding streams() {
        return probes(STREAMS::contains).orElse(Finding.notMeasured("no stream was looked at"));
    }

    Finding counts() {
        return probes(COUNTS::contains).orElse(Finding.notMeasured("no probe asked for them"));
    }

    Finding conforms() {
        return probes(Evidence::isOfNoOtherQuestion).orElse(Finding.notMeasured("no probe asked for them"));
    }

    private static boolean isOfNoOtherQuestion(String probe) {
        return !probe.startsWith(TOOLS)
                && Stream.of(MODELS, CHATS, STREAMS, COUNTS, SENSE, SURVIVAL).noneMatch(names -> names.contains(probe));
    }

    Finding makesSense() {
        Optional<Finding> probed = probes(SENSE::contains);
        if (probed.isPresent() && probed.get().answer() == Answer.NO) {
            return probed.get();
        }
        List<CellRecord> asked = target.cells().stream()
                .filter(cell -> cell.metrics().get(CORRECTNESS) != null)
                .toList();
        Optional<Finding> wrong = asked.stream()
                .filter(cell -> requireNonNull(cell.metrics().get(CORRECTNESS), CORRECTNESS) < 1)
                .findFirst()
                .map(cell -> Finding.no(without(cell, "wrong_answer", "not every known question was answered right")));
        return wrong.or(() -> probed)
                .orElse(
                        asked.isEmpty()
                                ? Finding.notMeasured("no question with a known answer was asked")
                                : Finding.yes("every known question was answered right, in %d cells"
                                        .formatted(asked.size())));
    }

    /** Says what a cell lacks, in the words of its warning where it has one. */
    private static String without(CellRecord cell, String code, String otherwise) {
        return cell.warnings().stream()
                .filter(warning -> warning.code().equals(code))
                .map(warning -> cell.id() + ": " + warning.message())
                .findFirst()
                .orElse(cell.id() + ": " + otherwise);
    }

    Finding survives() {
        return probes(SURVIVAL::contains).orElse(Finding.notMeasured("nobody crowded it or gave a request up"));
    }

    Finding coldStart() {
        ColdStart measured = target.coldStart();
        Double first = measured == null ? null : measured.firstRequestMs();
        Double second = measured == null ? null : measured.secondRequestMs();
        if (coldStartMs() != null) {
            return Finding.yes(Numbers.measured(coldStartMs()) + " ms from the launch to the first token"
                    + (first == null ? "" : ", %s ms of it for the first request".formatted(Numbers.measured(first)))
                    + (second == null ? "" : "; the second request took %s ms".formatted(Numbers.measured(second)))
                    + (measured == null || measured.pageCache() == null ? "" : "; " + measured.pageCache()));
        }
        return Finding.notMeasured(
                first == null
                        ? "the server gave no first token"
                        : "the server was running already; the run's first request took %s ms to its first token"
                                .formatted(Numbers.measured(first)));
    }

    @Nullable
    Double coldStartMs() {
        ColdStart measured = target.coldStart();
        return measured == null ? null : measured.coldStartMs();
    }

    Finding throughput() {
        List<CellRecord> measured = target.cells().stream()
                .filter(cell -> cell.metrics().get("output_throughput") != null)
                .toList();
        return measured.isEmpty()
                ? Finding.notMeasured("no cell was measured")
                : Finding.yes("in %d of %d cells"
                        .formatted(measured.size(), target.cells().size()));
    }

    Finding comparedIn(@Nullable Comparison comparison) {
        if (comparison == null) {
            return Finding.notMeasured("there is one server only");
        }
        String others = comparison.others().stream()
                .filter(other -> !other.cells().isEmpty())
                .map(other ->
                        "%s in %d cells".formatted(other.name(), other.cells().size()))
                .collect(Collectors.joining(", "));
        return others.isEmpty()
                ? Finding.notMeasured("no cell was measured on both servers")
                : Finding.yes("with " + others);
    }

    /** Sums up the probes of these names: the first that failed speaks for all. */
    private Optional<Finding> probes(Predicate<String> name) {
        List<ProbeRecord> ran = target.probes().stream()
                .filter(probe -> name.test(probe.name()) && probe.status() != Status.SKIPPED)
                .toList();
        List<ProbeRecord> failed =
                ran.stream().filter(probe -> probe.status() != Status.PASS).toList();
        if (!failed.isEmpty()) {
            ProbeRecord first = failed.getFirst();
            String more = failed.size() == 1 ? "" : " (%d of %d such probes fail)".formatted(failed.size(), ran.size());
            return Optional.of(
                    Finding.no("%s: %s%s".formatted(first.name(), text(first.message(), first.status()), more)));
        }
        if (ran.size() > 1) {
            return Optional.of(Finding.yes("all %d probes of it pass".formatted(ran.size())));
        }
        return ran.stream().findFirst().map(probe -> Finding.yes(text(probe.message(), probe.status())));
    }

    private boolean isReady() {
        return stage("server_health", Status.PASS).isPresent();
    }

    private Optional<StageRecord> stage(String name, Status status) {
        return target.stages().stream()
                .filter(stage -> stage.name().equals(name) && stage.status() == status)
                .findFirst();
    }

    private Optional<StageRecord> failedStage() {
        return target.stages().stream()
                .filter(stage -> SERVER_STAGES.contains(stage.name()))
                .filter(stage -> stage.status() == Status.ERROR || stage.status() == Status.FAIL)
                .findFirst();
    }

    private static String said(StageRecord stage) {
        return stage.name() + ": " + text(stage.message(), stage.status());
    }

    private static boolean isAboutCuda(String message) {
        String lower = message.toLowerCase(Locale.ROOT);
        return CUDA_WORDS.stream().anyMatch(lower::contains);
    }

    private static String text(@Nullable String message, Status status) {
        return message == null ? status.word() : message;
    }
}
