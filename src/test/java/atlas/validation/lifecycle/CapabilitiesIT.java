package atlas.validation.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.CellRecord;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import atlas.validation.testing.EngineRun;
import atlas.validation.testing.FixtureConfig;
import atlas.validation.testing.WordTokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers of every kind, each a process of its own, and what a run finds out about them and makes of it. */
@Timeout(120)
class CapabilitiesIT {

    @TempDir
    private Path folder;

    @Test
    void atlasHonoursMinTokensAndTellsUsageBeforeTheFinish() {
        TargetRecord target = targetOf(config("atlas"));

        assertThat(target.capabilities())
                .containsEntry("limit_field", "max_tokens")
                .containsEntry("stream_usage", true)
                .containsEntry("usage_order", "before_finish")
                .containsEntry("continuous_usage", false)
                .containsEntry("length_forcing", "min_tokens")
                .containsEntry("length_forcing_proved", true)
                .containsEntry("ignore_eos", "ignored")
                .containsEntry("min_tokens", "honoured")
                .containsEntry("unknown_fields", "ignored")
                .containsEntry("rejected_fields", List.of())
                .containsEntry("return_token_ids", false)
                .containsEntry("tokenize", true)
                .containsEntry("role_chunk", true)
                .containsEntry("tokens_per_chunk", 1.0);
        assertThat(target.warnings()).isEmpty();
        assertWholeAnswers(target);
    }

    @Test
    void vllmHonoursIgnoreEosAndTellsUsageOnEveryChunk() {
        TargetRecord target = targetOf(config("vllm")
                .simulator("--sim-heed", "ignore_eos,min_tokens,continuous_usage_stats,return_token_ids")
                .simulator("--sim-usage", "after-finish", "--sim-role-chunk", "off", "--sim-chunk-tokens", "1"));

        assertThat(target.capabilities())
                .containsEntry("usage_order", "after_finish")
                .containsEntry("continuous_usage", true)
                .containsEntry("length_forcing", "ignore_eos")
                .containsEntry("length_forcing_proved", true)
                .containsEntry("ignore_eos", "honoured")
                .containsEntry("min_tokens", "honoured")
                .containsEntry("return_token_ids", true)
                .containsEntry("role_chunk", false);
        assertWholeAnswers(target);
    }

    @Test
    void d21AStrictServerIsSentNothingThatItRejects() {
        TargetRecord target =
                targetOf(config("strict").simulator("--sim-strict", "--sim-usage", "after-finish", "--sim-heed", ""));

        assertThat(target.capabilities())
                .containsEntry("unknown_fields", "rejected")
                .containsEntry(
                        "rejected_fields",
                        List.of(
                                "ignore_eos",
                                "min_tokens",
                                "stream_options.continuous_usage_stats",
                                "return_token_ids",
                                "stop: null"))
                .containsEntry("length_forcing", "none")
                .containsEntry("length_forcing_proved", false);
        assertThat(target.warnings()).extracting("code").containsExactly("length_forcing_not_proved");
        CellRecord cell = target.cells().getFirst();
        assertThat(cell.counts().succeeded()).isEqualTo(8);
        assertThat(cell.warnings()).extracting("code").contains("length_not_forced");
        assertThat(cell.metrics().get("mean_osl")).isLessThan(12);
    }

    @Test
    void theLimitIsSpeltAsTheServerWantsItAndUsageLeftOutWhereItIsRejected() {
        TargetRecord target = targetOf(config("odd")
                .simulator(
                        "--sim-refuse", "max_tokens,stream_options", "--sim-usage", "none", "--sim-tokenize", "off"));

        assertThat(target.capabilities())
                .containsEntry("limit_field", "max_completion_tokens")
                .containsEntry("stream_options", false)
                .containsEntry("stream_usage", false)
                .containsEntry("rejected_fields", List.of("max_tokens", "stream_options"))
                .containsEntry("tokenize", false)
                .containsEntry("length_forcing", "min_tokens")
                .containsEntry("length_forcing_proved", true);
        assertThat(target.warnings()).extracting("code").containsExactly("prompt_length_not_calibrated");
        assertThat(target.cells().getFirst().counts().succeeded()).isEqualTo(8);
    }

    @Test
    void aTokenizerFileCountsWhereTheServerTellsNothing() throws IOException {
        WordTokenizer.write(folder);
        TargetRecord target = targetOf(config("mute")
                .simulator("--sim-usage", "none", "--sim-tokenize", "off", "--sim-chunk-tokens", "3")
                .params("\"tokenizer_file\": \"./tokenizer.json\""));

        CellRecord cell = target.cells().getFirst();
        assertThat(target.capabilities().get("tokenizer_file")).asString().endsWith("tokenizer.json");
        assertThat(target.capabilities().get("prompt_length"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("source", "tokenizer")
                .containsEntry("tokens_per_word", 1.0);
        assertThat(target.warnings())
                .filteredOn(warning -> warning.code().equals("prompt_length_not_calibrated"))
                .singleElement()
                .satisfies(warning -> assertThat(warning.message()).contains("params.tokenizer_file"));
        assertThat(cell.counts().succeeded()).isEqualTo(8);
        assertThat(cell.metrics().get("mean_osl")).isEqualTo(12.0);
        assertThat(cell.warnings()).extracting("code").doesNotContain("chunk_counted");
    }

    @Test
    void aTokenizerFileThatCannotBeUsedIsToldAndCountsNothing() throws IOException {
        Files.writeString(folder.resolve("tokenizer.json"), "{\"model\": {\"type\": \"Nothing\"}}");
        TargetRecord target = targetOf(config("unusable")
                .simulator("--sim-usage", "none", "--sim-tokenize", "off")
                .params("\"tokenizer_file\": \"./tokenizer.json\""));

        assertThat(target.warnings())
                .filteredOn(warning -> warning.code().equals("tokenizer_unusable"))
                .singleElement()
                .satisfies(warning -> assertThat(warning.message()).contains("tokenizer.json is no tokenizer.json"));
    }

    @Test
    void aServerThatIgnoresBothFieldsCannotBeForced() {
        TargetRecord target = targetOf(config("deaf").simulator("--sim-heed", ""));

        assertThat(target.capabilities())
                .containsEntry("length_forcing", "none")
                .containsEntry(
                        "length_forcing_proof", "an answer of one word ends after 6 of 24 tokens whatever is sent");
        assertThat(target.cells().getFirst().warnings()).extracting("code").contains("length_not_forced");
    }

    @Test
    void loadGoesToCompletionsWhereTheConfigSaysSo() {
        TargetRecord target = targetOf(config("plain").params("\"api\": \"completions\""));

        assertWholeAnswers(target);
        assertThat(target.capabilities()).containsEntry("stream_usage", true).containsEntry("role_chunk", false);
        assertThat(target.capabilities().get("prompt_length"))
                .as("there is no chat template")
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("template_tokens", 0.0);
    }

    @Test
    void d21AFieldOfTheUserThatIsRejectedIsNamed() {
        EngineRun run = run(config("user")
                .simulator("--sim-strict")
                .params("\"extra_body\": { \"seed\": 1, \"ignore_eos\": true }"));

        assertThat(run.red()).containsExactly("server_health");
        assertThat(run.row("server_health"))
                .contains("refuses every request with params.extra_body.ignore_eos (")
                .contains("Unrecognized request argument supplied: ignore_eos")
                .doesNotContain("seed");
        assertThat(run.record().targets().getFirst().cells().getFirst().status())
                .isEqualTo(Status.SKIPPED);
    }

    @Test
    void d23ANestedFieldThatIsRejectedEndsTheRunAtItsFirstRequest() {
        EngineRun run = run(config("nested")
                .simulator("--sim-refuse", "nvext.ignore_eos")
                .params("\"extra_body\": { \"nvext\": { \"ignore_eos\": true } }"));

        assertThat(run.red()).containsExactly("server_health");
        assertThat(run.row("server_health"))
                .contains("params.extra_body.nvext (")
                .contains("Unrecognized request argument supplied: nvext.ignore_eos")
                .contains("take it out of the config");
    }

    @Test
    void nothingIsAskedWhereNoCellIsChosen() {
        EngineRun run = EngineRun.of(
                config("none").functional("{ \"api_smoke\": true }").writeTo(folder),
                folder.resolve("runs"),
                "groups",
                "api_conformance");

        assertThat(run.record().targets().getFirst().capabilities()).isEmpty();
    }

    @Test
    void c16TheServerCountsExactlyTheTokensThatWereAskedFor() {
        TargetRecord target = targetOf(FixtureConfig.named("exact")
                .combo("{ \"name\": \"long\", \"isl\": 2048, \"osl\": 2 }")
                .combo("{ \"name\": \"least\", \"isl\": 1, \"osl\": 2 }")
                .cell("w1", 2)
                .cell("long", 2)
                .cell("least", 2)
                .recordOnly());

        assertThat(target.cells())
                .extracting(cell -> cell.metrics().get("mean_isl"))
                .containsExactly(16.0, 2048.0, 8.0);
        assertThat(target.cells().get(2).warnings()).extracting("code").contains("isl_off_target");
        assertThat(target.capabilities().get("prompt_length"))
                .isInstanceOfSatisfying(
                        Map.class,
                        length -> assertThat(length)
                                .containsEntry("source", "usage")
                                .containsEntry("template_tokens", 7.0)
                                .containsEntry("tokens_per_word", 1.0));
    }

    @Test
    void c15TheMeanOfARangeIsToldBesideItsLabel() {
        TargetRecord target = targetOf(FixtureConfig.named("range")
                .combo("{ \"name\": \"r\", \"isl\": 1024, \"osl\": 10 }")
                .cell("r", 4)
                .requests(64)
                .params("\"random_range_ratio\": 0.8")
                .recordOnly());

        CellRecord cell = target.cells().getFirst();
        // Uniform in [820, 1024]: mean 922, standard error of 64 lengths 7.4.
        assertThat(cell.isl()).isEqualTo(1024);
        assertThat(cell.metrics().get("mean_isl")).isBetween(892.0, 952.0);
        assertThat(cell.warnings()).extracting("code").doesNotContain("isl_off_target");
    }

    private static void assertWholeAnswers(TargetRecord target) {
        CellRecord cell = target.cells().getFirst();
        assertThat(cell.counts().succeeded()).isEqualTo(8);
        assertThat(cell.metrics().get("mean_osl")).isEqualTo(12.0);
        assertThat(cell.metrics().get("mean_isl")).isEqualTo(32.0);
    }

    /** Answers have about three tokens of themselves, and twelve are asked for. */
    private static FixtureConfig config(String name) {
        return FixtureConfig.named(name)
                .combo("{ \"name\": \"w\", \"isl\": 32, \"osl\": 12 }")
                .cell("w", 2)
                .simulator("--sim-natural-length", "3")
                .recordOnly();
    }

    private TargetRecord targetOf(FixtureConfig config) {
        EngineRun run = run(config);
        assertThat(run.red()).isEmpty();
        return run.record().targets().getFirst();
    }

    private EngineRun run(FixtureConfig config) {
        return EngineRun.of(config.writeTo(folder), folder.resolve("runs"));
    }
}
