package atlas.validation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ConfigCommandIT {

    private static final String L40S = "l40s_vllm_qwen3-30b-a3b_fp8_single";

    @TempDir
    private Path folder;

    @Test
    void everyShippedConfigIsListed() {
        CommandRun list = CommandRun.in(folder, "config", "list");

        assertThat(list.exitCode()).isZero();
        for (String file : ShippedFiles.read().in("configs")) {
            assertThat(list.out()).contains(file.substring("configs/".length(), file.length() - ".json".length()));
        }
    }

    @Test
    void theListIsNarrowedByGpuFrameworkAndModel() {
        assertThat(CommandRun.of("config", "list", "--gpu", "L40S", "--framework", "vllm", "--model", "qwen3-30b")
                        .out())
                .contains(L40S)
                .doesNotContain("sglang")
                .doesNotContain("simulated");
        CommandRun none = CommandRun.of("config", "list", "--gpu", "h100");
        assertThat(none.exitCode()).isEqualTo(2);
        assertThat(none.err()).contains("no shipped config fits");
    }

    @Test
    void aCopyBringsItsNeighboursAndTellsWhatToEdit() throws IOException {
        CommandRun copy = CommandRun.in(folder, "config", "copy", L40S, "mine");

        assertThat(copy.exitCode()).as(copy.toString()).isZero();
        Path mine = folder.resolve("mine");
        assertThat(mine.resolve("configs/" + L40S + ".json"))
                .hasSameTextualContentAs(Path.of("configs", L40S + ".json"));
        assertThat(mine.resolve("thresholds/" + L40S + "_threshold.json")).exists();
        assertThat(mine.resolve("cluster/local.json")).exists();
        assertThat(mine.resolve("configs/schema/config.schema.json")).exists();
        assertThat(copy.words())
                .contains("<changeme-models-mount> is still to be filled in")
                .contains("container.image is")
                .contains("validate mine/configs/" + L40S + ".json");
    }

    @Test
    void aCopyOfTheQuickstartIsValidWhereItIs() {
        assertThat(CommandRun.in(folder, "config", "copy", "simulated_quickstart", "mine")
                        .exitCode())
                .isZero();

        CommandRun validate = CommandRun.in(folder, "validate", "mine/configs/simulated_quickstart.json");

        assertThat(validate.exitCode()).as(validate.toString()).isZero();
        assertThat(validate.out()).contains("valid: 1 config, 6 cells, 0 warnings");
    }

    @Test
    void nothingIsOverwrittenUnlessThatIsAskedFor() throws IOException {
        CommandRun.in(folder, "config", "copy", L40S, ".");
        Path config = folder.resolve("configs/" + L40S + ".json");
        Files.writeString(config, "mine");

        CommandRun again = CommandRun.in(folder, "config", "copy", L40S, ".");
        assertThat(again.exitCode()).isEqualTo(2);
        assertThat(again.err()).contains(L40S + ".json").contains("--force");
        assertThat(config).hasContent("mine");

        assertThat(CommandRun.in(folder, "config", "copy", L40S, ".", "--force").exitCode())
                .isZero();
        assertThat(config).hasSameTextualContentAs(Path.of("configs", L40S + ".json"));
    }

    @Test
    void aNameThatIsNoneIsAnsweredWithTheNearest() {
        CommandRun copy = CommandRun.in(folder, "config", "copy", "simulated_quickstrt", "mine");

        assertThat(copy.exitCode()).isEqualTo(2);
        assertThat(copy.err()).contains("did you mean simulated_quickstart");
        assertThat(folder.resolve("mine")).doesNotExist();
    }

    @Test
    void everyEffectiveValueIsShownWithItsOrigin() {
        CommandRun show = CommandRun.in(folder, "config", "show", "simulated_quickstart", "--model", "other/model");

        assertThat(show.exitCode()).as(show.toString()).isZero();
        assertThat(show.out().lines())
                .anyMatch(line -> line.matches("model.id +\"other/model\" +\\[-Dmodel]"))
                .anyMatch(line -> line.matches("params.num_prompts +50 +\\[configs/simulated_quickstart.json:\\d+]"))
                .anyMatch(line -> line.matches("params.drain_s +30.0 +\\[default]"));
    }

    @Test
    void secretsAreMasked() throws IOException {
        Path config = Files.writeString(
                folder.resolve("mine.json"),
                Files.readString(Path.of("configs/any_openai_endpoint.json"))
                        .replace("../thresholds/any_openai_endpoint_threshold.json", "mine_threshold.json")
                        .replace(
                                "\"num_prompts\": 50,",
                                "\"num_prompts\": 50, \"extra_body\": { \"api_key\": \"hush-hush\" },"));
        Files.writeString(folder.resolve("mine_threshold.json"), "{}");

        CommandRun show = CommandRun.in(folder, "config", "show", config.toString());

        assertThat(show.out()).contains("***").doesNotContain("hush-hush");
    }

    @Test
    void theValuesAreToldToAProgramToo() {
        JsonNode values = JsonMapper.shared()
                .readTree(CommandRun.in(folder, "config", "show", "simulated_quickstart", "--json")
                        .out());

        assertThat(values.at("/params.num_prompts/value").asInt()).isEqualTo(50);
        assertThat(values.at("/params.drain_s/origin").asString()).isEqualTo("default");
    }

    @Test
    void thePageThatSetsAnL40sUpIsTheOneOfTheDocumentation() throws IOException {
        CommandRun setup = CommandRun.of("setup", "l40s");

        assertThat(setup.exitCode()).isZero();
        assertThat(setup.out().strip())
                .isEqualTo(Files.readString(Path.of("docs/setup-l40s.md")).strip());
        assertThat(CommandRun.of("setup", "h100").err()).contains("there is one for l40s");
    }

    @Test
    void aPlanOfAShippedConfigNeedsNoCheckout() {
        CommandRun plan = CommandRun.in(folder, "plan", "simulated_quickstart");

        assertThat(plan.exitCode()).as(plan.toString()).isZero();
        assertThat(plan.out())
                .contains("thresholds  thresholds/simulated_quickstart_threshold.json, enforced")
                .contains("6 of 6");
    }
}
