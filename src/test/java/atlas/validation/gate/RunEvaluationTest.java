package atlas.validation.gate;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Evaluation;
import atlas.validation.record.Evaluation.Answer;
import atlas.validation.record.Evaluation.Item;
import atlas.validation.record.Evaluation.Row;
import atlas.validation.record.Status;
import atlas.validation.testing.RecordFixtures;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunEvaluationTest {

    @Test
    void aRealServerThatWorksIsTickedForWhatRan() {
        Evaluation evaluation = RecordFixtures.recordOnly().evaluation();

        assertThat(answer(evaluation, "The server starts")).isEqualTo(Answer.YES);
        assertThat(answer(evaluation, "Its CUDA kernels run on this GPU")).isEqualTo(Answer.YES);
        assertThat(answer(evaluation, "Chat completions work")).isEqualTo(Answer.YES);
        assertThat(answer(evaluation, "The cold start is measured")).isEqualTo(Answer.YES);
        assertThat(answer(evaluation, "Tool calls work")).isEqualTo(Answer.NOT_MEASURED);
        assertThat(answer(evaluation, "It is compared with another server")).isEqualTo(Answer.NOT_MEASURED);
        assertThat(evaluation.recommendation())
                .startsWith("It works with reservations: ")
                .contains("Not measured: \"Tool calls work\"");
    }

    @Test
    void aSimulatorSaysNothingOfAGpuAndRecommendsNothing() {
        Evaluation evaluation = RecordFixtures.simulatedPass().evaluation();

        assertThat(answer(evaluation, "Its CUDA kernels run on this GPU")).isEqualTo(Answer.NOT_MEASURED);
        assertThat(evaluation.recommendation()).startsWith("Of the simulator, and of no real server: ");
    }

    @Test
    void aProbeThatFailsIsANoAndTheFiguresStandSideBySide() {
        Evaluation evaluation = RecordFixtures.twoServersFailing().evaluation();

        assertThat(answer(evaluation, "Tool calls work")).isEqualTo(Answer.NO);
        assertThat(answer(evaluation, "It is compared with another server")).isEqualTo(Answer.YES);
        assertThat(evaluation.servers()).hasSize(2);
        assertThat(evaluation.results())
                .allSatisfy(row -> assertThat(row.values()).hasSize(2));
        assertThat(row(evaluation, "Tool calls work?").values()).containsExactly("no", null);
        assertThat(row(evaluation, "Status").values()).containsExactly("fail", "pass");
        assertThat(row(evaluation, "Overall verdict").values())
                .containsExactly("works with reservations", "works with reservations");
        assertThat(row(evaluation, "tok/s (w1_1k_1k-conc1)").values()).doesNotContainNull();
        assertThat(row(evaluation, "tok/s (short)").values()).containsOnlyNulls();
        assertThat(evaluation.recommendation()).startsWith("It works with reservations: ");
    }

    @Test
    void aLaunchThatComplainsOfCudaIsANoForTheGpu() {
        Evaluation evaluation = evaluate(TargetBuilder.target("t")
                .stage("launch_container", Status.ERROR, "exit code 1: no kernel image is available for sm_89"));

        assertThat(answer(evaluation, "The server starts")).isEqualTo(Answer.NO);
        assertThat(answer(evaluation, "Its CUDA kernels run on this GPU")).isEqualTo(Answer.NO);
        assertThat(answer(evaluation, "The model loads")).isEqualTo(Answer.NOT_MEASURED);
    }

    @Test
    void aLaunchThatFailsForAnotherReasonSaysNothingOfTheGpu() {
        Evaluation evaluation =
                evaluate(TargetBuilder.target("t").stage("launch_container", Status.ERROR, "port 8888 is taken"));

        assertThat(answer(evaluation, "Its CUDA kernels run on this GPU")).isEqualTo(Answer.NOT_MEASURED);
    }

    @Test
    void aServerThatWasRunningAlreadyIsNotSaidToStart() {
        Evaluation evaluation = evaluate(TargetBuilder.target("t")
                .stage("launch_container", Status.SKIPPED)
                .stage("server_health", Status.PASS));

        assertThat(answer(evaluation, "The server starts")).isEqualTo(Answer.NOT_MEASURED);
        assertThat(answer(evaluation, "The model loads")).isEqualTo(Answer.YES);
    }

    @Test
    void anUnenforcedProbeThatFailedIsStillANo() {
        Evaluation evaluation =
                evaluate(TargetBuilder.target("t").cell("c", Status.PASS).probe("chat", Status.RECORD));

        assertThat(answer(evaluation, "Chat completions work")).isEqualTo(Answer.NO);
    }

    @Test
    void aServerThatDoesNotStartDoesNotRunHere() {
        Evaluation evaluation =
                evaluate(TargetBuilder.target("t").stage("launch_container", Status.ERROR, "no sm_89 kernels"));

        assertThat(evaluation.recommendation())
                .isEqualTo("It does not run here, because launch_container: no sm_89 kernels.");
        assertThat(row(evaluation, "Overall verdict").values()).containsExactly("does not run here");
    }

    @Test
    void aServerOfWhichNoRequestSucceedsDoesNotRunHere() {
        Evaluation evaluation = evaluate(ready().cellWithoutSuccess("c"));

        assertThat(evaluation.recommendation())
                .isEqualTo("It does not run here, because none of its 2 measured requests succeeded.");
    }

    @Test
    void aServerThatNobodyAskedIsUndecided() {
        Evaluation evaluation = evaluate(ready());

        assertThat(evaluation.recommendation()).startsWith("Undecided: nothing that ran shows");
        assertThat(row(evaluation, "Overall verdict").values()).containsExactly("undecided");
    }

    @Test
    void aServerThatPassesWorksAndWhatNobodyLookedAtIsSaid() {
        Evaluation evaluation = evaluate(ready().gpu("NVIDIA L40S").cell("c", Status.PASS));

        assertThat(evaluation.recommendation())
                .isEqualTo("It works. Every enforced limit holds. Not measured: \"Tool calls work\","
                        + " \"Throughput is measured\", \"Answers make sense, under load too\".");
        assertThat(row(evaluation, "Overall verdict").values()).containsExactly("works");
    }

    @Test
    void aMissedLimitAndAFailedProbeAreReservations() {
        Evaluation evaluation = evaluate(ready().cell("c", Status.FAIL)
                .probe("stream_text", Status.RECORD)
                .probe("seed", Status.PASS));

        assertThat(evaluation.recommendation())
                .startsWith("It works with reservations: stream_text: record; told by c.");
        assertThat(answer(evaluation, "Streams are whole and in order")).isEqualTo(Answer.NO);
        assertThat(answer(evaluation, "Other requests are answered by the standard"))
                .isEqualTo(Answer.YES);
    }

    @Test
    void aWrongAnswerUnderLoadIsANo() {
        Evaluation evaluation = evaluate(ready().measured("c", Map.of("correctness_ratio", 0.9), "wrong_answer"));

        assertThat(answer(evaluation, "Answers make sense, under load too")).isEqualTo(Answer.NO);
        assertThat(evaluation.recommendation()).contains("c: it is so");
    }

    @Test
    void aMissingToolCallUnderLoadIsANoWhateverTheProbesSay() {
        Evaluation evaluation = evaluate(ready().probe("tool_auto", Status.PASS)
                .measured("c", Map.of("tool_call_success", 0.95), "no_tool_call"));

        assertThat(answer(evaluation, "Tool calls work")).isEqualTo(Answer.NO);
        assertThat(evaluation.recommendation()).contains("c: it is so");
    }

    @Test
    void toolCallsOfACellAreEnoughWhereNoProbeRan() {
        Evaluation evaluation = evaluate(ready().measured("c", Map.of("tool_call_success", 1.0)));

        assertThat(answer(evaluation, "Tool calls work")).isEqualTo(Answer.YES);
    }

    private static TargetBuilder ready() {
        return TargetBuilder.target("t").stage("launch_container", Status.PASS).stage("server_health", Status.PASS);
    }

    @Test
    void aRunThatNeverBeganMeasuredNothing() {
        Evaluation evaluation = RecordFixtures.problemsOnly().evaluation();

        assertThat(evaluation.checklist())
                .filteredOn(item -> item.answer() == Answer.YES)
                .extracting(Item::question)
                .containsExactly("The report is saved");
        assertThat(evaluation.servers()).isEmpty();
    }

    private static Evaluation evaluate(TargetBuilder target) {
        return RunEvaluation.of(new RunVerdict(Status.ERROR, "r", 3), List.of(target.build()), null);
    }

    private static Answer answer(Evaluation evaluation, String question) {
        return evaluation.checklist().stream()
                .filter(item -> item.question().equals(question))
                .findFirst()
                .orElseThrow()
                .answer();
    }

    private static Row row(Evaluation evaluation, String name) {
        return evaluation.results().stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
