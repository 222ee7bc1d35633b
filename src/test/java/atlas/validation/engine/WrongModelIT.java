package atlas.validation.engine;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Evaluation.Answer;
import atlas.validation.testing.ChatEvents;
import atlas.validation.testing.EngineRun;
import atlas.validation.testing.FixtureConfig;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers that are asked for a model which is not theirs: a clear row, never a crash or a silent pass. */
@Timeout(120)
class WrongModelIT {

    private static final String NO_SUCH_MODEL =
            "{\"object\":\"error\",\"message\":\"The model `Sehyo/Qwen3.5-35B-A3B-NVFP4` does not exist.\",\"code\":404}";

    @TempDir
    private Path folder;

    @Test
    void aServerThatIsGivenAnotherServersModelIdNamesItsOwn() {
        try (ScriptedServer server = ScriptedServer.start(request -> request.requestLine()
                        .contains("/v1/models")
                ? Reply.json(200, "{\"object\":\"list\",\"data\":[{\"id\":\"Qwen/Qwen3-30B-A3B-FP8\"}]}")
                : request.requestLine().contains("/health") ? Reply.json(200, "{}") : Reply.json(404, NO_SUCH_MODEL))) {
            EngineRun run = run(server);

            assertThat(run.red()).contains("server_health");
            assertThat(run.failures().get("server_health"))
                    .hasMessageContaining(
                            "serves Qwen/Qwen3-30B-A3B-FP8, and not 'Sehyo/Qwen3.5-35B-A3B-NVFP4'; name one of them with -Dmodel");
            assertThat(run.row("cell_metrics[w1-conc1-ttft]")).startsWith("skipped");
            assertThat(run.record().exitCode()).isEqualTo(3);
            assertThat(answer(run, "The model loads")).isEqualTo(Answer.NO);
        }
    }

    @Test
    void aServerThatListsTheModelAndDoesNotKnowItIsQuoted() {
        try (ScriptedServer server = ScriptedServer.start(request -> request.requestLine()
                        .contains("/v1/models")
                ? Reply.json(200, "{\"object\":\"list\",\"data\":[{\"id\":\"Sehyo/Qwen3.5-35B-A3B-NVFP4\"}]}")
                : request.requestLine().contains("/health") ? Reply.json(200, "{}") : Reply.json(404, NO_SUCH_MODEL))) {
            EngineRun run = run(server);

            assertThat(run.failures().get("server_health"))
                    .hasMessageContaining("is up but does not generate")
                    .hasMessageContaining("The model `Sehyo/Qwen3.5-35B-A3B-NVFP4` does not exist.");
            assertThat(answer(run, "Chat completions work")).isNotEqualTo(Answer.YES);
        }
    }

    @Test
    void aServerWithoutAnyModelIsNoSilentPass() {
        try (ScriptedServer server = ScriptedServer.start(request -> request.requestLine()
                        .contains("/v1/models")
                ? Reply.json(200, "{\"object\":\"list\",\"data\":[]}")
                : request.requestLine().contains("/health") ? Reply.json(200, "{}") : Reply.stream(ChatEvents.DONE))) {
            EngineRun run = run(server);

            assertThat(run.red()).contains("server_health");
            assertThat(run.record().exitCode()).isEqualTo(3);
        }
    }

    private EngineRun run(ScriptedServer server) {
        Path config = FixtureConfig.named("wrong")
                .model("Sehyo/Qwen3.5-35B-A3B-NVFP4")
                .cell("w1", 1)
                .recordOnly()
                .runningAt(server.baseUrl())
                .writeTo(folder);
        return EngineRun.of(config, folder.resolve("runs"));
    }

    private static Answer answer(EngineRun run, String question) {
        return run.record().evaluation().checklist().stream()
                .filter(item -> item.question().equals(question))
                .findFirst()
                .orElseThrow()
                .answer();
    }
}
