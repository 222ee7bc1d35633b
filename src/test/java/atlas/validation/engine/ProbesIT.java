package atlas.validation.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import atlas.validation.record.Evaluation;
import atlas.validation.record.Evaluation.Answer;
import atlas.validation.record.Evaluation.Item;
import atlas.validation.record.ProbeRecord;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import atlas.validation.testing.EngineRun;
import atlas.validation.testing.FixtureConfig;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every kind of server that an evaluation may meet: each ends in its rows and its lines of the checklist. */
@Timeout(120)
class ProbesIT {

    private static final String ALL = "{ \"api_smoke\": true, \"health_check\": true, \"tool_calls\": true,"
            + " \"cold_start\": true, \"correctness\": true, \"enforce_probes\": true }";
    private static final String SMOKE = "{ \"api_smoke\": true, \"enforce_probes\": true }";
    private static final String TOOLS = "{ \"tool_calls\": true, \"enforce_probes\": true }";
    private static final String CORRECTNESS = "{ \"correctness\": true, \"enforce_probes\": true }";
    private static final String RIGHT = "{ \"correctness_ratio\": { \"kind\": \"min\", \"value\": 1 } }";

    @TempDir
    private Path folder;

    @Test
    void aServerThatWorksPassesEveryProbeThatItIsNotKnownToLack() {
        EngineRun run = run("works", ALL);

        assertThat(run.red()).isEmpty();
        assertThat(target(run).probes())
                .filteredOn(probe -> probe.status() != Status.PASS)
                .extracting(ProbeRecord::name, ProbeRecord::status)
                .containsExactly(tuple("unknown_model", Status.SKIPPED), tuple("wrong_key", Status.SKIPPED));
        assertThat(target(run).probes())
                .filteredOn(probe -> probe.status() == Status.PASS)
                .allSatisfy(probe -> assertThat(probe.evidence()).isNotBlank());
        assertThat(target(run).cells().getFirst().metrics()).containsEntry("correctness_ratio", 1.0);
        assertThat(no(run)).isEmpty();
        assertThat(evaluation(run).recommendation())
                .startsWith("Of the simulator, and of no real server: It works. Every enforced limit holds.");
        assertThat(verdict(run)).isEqualTo("works");
    }

    @Test
    void aServerWithoutKernelsForTheGpuDoesNotRunHere() {
        EngineRun run = run("no-kernels", ALL);

        assertThat(run.red()).contains("launch_container");
        assertThat(no(run)).contains("The server starts", "Its CUDA kernels run on this GPU");
        assertThat(reason(run, "Its CUDA kernels run on this GPU"))
                .contains("kernels compiled for sm_121f cannot run on this GPU (compute capability 8.9)");
        assertThat(evaluation(run).recommendation()).contains("It does not run here, because ");
        assertThat(verdict(run)).isEqualTo("does not run here");
    }

    @Test
    void aSlowFirstRequestIsAReservation() {
        EngineRun run = run("slow-first-request", "{ \"cold_start\": true }");

        assertThat(reason(run, "The cold start is measured"))
                .contains("for the first request")
                .contains("the second request took");
        assertThat(evaluation(run).recommendation())
                .contains("It works with reservations: the first request takes ")
                .contains(" ms to its first token, the second ");
    }

    @Test
    void aServerThatIsHealthyAndDeadLoadsNoModel() {
        EngineRun run = EngineRun.of(
                config("dead", ALL).params("\"first_token_timeout_s\": 1").writeTo(folder), folder.resolve("runs"));

        assertThat(run.red()).containsExactly("server_health");
        assertThat(reason(run, "The model loads")).contains("is up but does not generate");
        assertThat(verdict(run)).isEqualTo("does not run here");
    }

    @Test
    void toolCallsThatAreBrokenInStreamsAloneFailInStreamsAlone() {
        EngineRun run = run("broken-streamed-tool-calls", TOOLS);

        assertThat(run.red())
                .containsExactly(
                        "api_conformance[tool_auto_stream]",
                        "api_conformance[tool_required_stream]",
                        "api_conformance[tool_named_stream]");
        assertThat(run.failures().get("api_conformance[tool_auto_stream]"))
                .isInstanceOf(AssertionError.class)
                .hasMessage(
                        "fail: POST /v1/chat/completions with tools and tool_choice auto, streamed: 'city' is missing"
                                + " in the arguments \"{}\"; they should satisfy the function's schema");
        assertThat(no(run)).containsExactly("Tool calls work");
        assertThat(reason(run, "Tool calls work")).contains("tool_auto_stream: ", "(3 of 9 such probes fail)");
    }

    @Test
    void aServerThatRefusesToolsSaysSoInItsRow() {
        EngineRun run = run("refuses-tools", TOOLS);

        assertThat(run.red()).contains("api_conformance[tool_auto]", "api_conformance[tool_named_stream]");
        assertThat(no(run)).containsExactly("Tool calls work");
        assertThat(reason(run, "Tool calls work")).contains("HTTP 400 \"tools are not supported by this model\"");
    }

    @Test
    void aSlotThatLeaksIsSeenInTheGauge() {
        EngineRun run = run("slot-leak", CORRECTNESS);

        assertThat(run.red()).containsExactly("api_conformance[cancelled_request]");
        assertThat(reason(run, "It survives a crowd and requests that are given up"))
                .contains("the gauge of active requests is still above the 0 from before");
    }

    @Test
    void aServerThatRepeatsItselfUnderLoadFailsUnderLoadAlone() {
        EngineRun run = run("repeats-under-load", CORRECTNESS);

        assertThat(run.red())
                .containsExactly("api_conformance[alone_and_together]", "cell_metrics[w1-conc4-correctness]");
        assertThat(target(run).cells().getFirst().warnings())
                .filteredOn(warning -> warning.code().equals("wrong_answer"))
                .isNotEmpty()
                .allSatisfy(warning -> assertThat(warning.message())
                        .startsWith("under load ")
                        .contains("it repeats \"the\" over and over"));
        assertThat(no(run)).containsExactly("Answers make sense, under load too");
    }

    @Test
    void anAnswerThatIsCutAndCalledCompleteIsNoticed() {
        EngineRun run = run("truncates", "{ \"api_smoke\": true, \"correctness\": true, \"enforce_probes\": true }");

        assertThat(run.red()).contains("api_conformance[max_tokens]", "api_conformance[known_answers]");
        assertThat(reason(run, "Token limits and counts hold"))
                .contains("the answer ends after 5 tokens with finish_reason 'stop'");
        assertThat(no(run)).contains("Token limits and counts hold", "Answers make sense, under load too");
    }

    @Test
    void usageBeforeTheFinishIsAtlassWayAndNobodyElses() {
        EngineRun run = run("usage-before-finish", SMOKE);

        assertThat(run.row("api_conformance[stream_envelope]")).isEqualTo("successful");
        assertThat(probe(run, "stream_envelope").message())
                .contains("usage comes before the finish_reason, as this kind of server does");
        assertThat(reason(run, "Streams are whole and in order")).isEqualTo("all 3 probes of it pass");
    }

    @Test
    void wrongCountsAreNoticedByLimitAndSum() {
        EngineRun run = run("wrong-counts", SMOKE);

        assertThat(run.red()).contains("api_conformance[max_tokens]", "api_conformance[token_counts]");
        assertThat(reason(run, "Token limits and counts hold"))
                .contains("20 completion tokens are counted; there should be 10");
    }

    @Test
    void answersInAnotherLanguageAreWrong() {
        EngineRun run = run("other-language", CORRECTNESS);

        assertThat(run.red()).contains("api_conformance[known_answers]", "cell_metrics[w1-conc4-correctness]");
        assertThat(reason(run, "Answers make sense, under load too")).contains("it is written in another script (han)");
        assertThat(target(run).cells().getFirst().metrics()).containsEntry("correctness_ratio", 0.0);
    }

    @Test
    void aServerThatAProbeKillsIsAnErrorThereAndKeepsTheOthersFromWaiting() {
        EngineRun run = EngineRun.of(
                FixtureConfig.named("fixture")
                        .simulator("--sim-first-request-ms", "0", "--sim-fail", "crash-after-requests=10")
                        .functional(SMOKE)
                        .recordOnly()
                        .cell("w1", 4)
                        .writeTo(folder),
                folder.resolve("runs"));

        assertThat(target(run).probes())
                .filteredOn(probe -> probe.status() == Status.ERROR)
                .hasSize(1);
        assertThat(target(run).probes().getLast().status()).isEqualTo(Status.SKIPPED);
        assertThat(run.row("atlas_inference[w1-conc4]")).contains("the server is gone after api_conformance[");
        assertThat(run.record().status()).isEqualTo(Status.ERROR);
    }

    private EngineRun run(String profile, String functional) {
        return EngineRun.of(config(profile, functional).writeTo(folder), folder.resolve("runs"));
    }

    private static FixtureConfig config(String profile, String functional) {
        FixtureConfig config = FixtureConfig.named("fixture")
                .simulator("--sim-first-request-ms", "0", "--sim-profile", profile)
                .functional(functional)
                .requests(200)
                .cell("w1", 4);
        return functional.contains("correctness") ? config.limits("w1-conc4", RIGHT) : config.recordOnly();
    }

    private static TargetRecord target(EngineRun run) {
        return run.record().targets().getFirst();
    }

    private static ProbeRecord probe(EngineRun run, String name) {
        return target(run).probes().stream()
                .filter(probe -> probe.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Evaluation evaluation(EngineRun run) {
        return run.record().evaluation();
    }

    /** Returns the lines of the checklist that are crossed. */
    private static List<String> no(EngineRun run) {
        return evaluation(run).checklist().stream()
                .filter(item -> item.answer() == Answer.NO)
                .map(Item::question)
                .toList();
    }

    private static String reason(EngineRun run, String question) {
        return evaluation(run).checklist().stream()
                .filter(item -> item.question().equals(question))
                .findFirst()
                .orElseThrow()
                .reason();
    }

    private static String verdict(EngineRun run) {
        return evaluation(run).results().stream()
                .filter(row -> row.name().equals("Overall verdict"))
                .findFirst()
                .orElseThrow()
                .values()
                .getFirst();
    }
}
