package atlas.validation.config;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.config.ThresholdRule.Info;
import atlas.validation.config.ThresholdRule.Max;
import atlas.validation.config.ThresholdRule.Min;
import atlas.validation.record.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that were written for CVS load, or say exactly what to change. */
class CvsConfigTest {

    private static final String CONFIG = "mi3xx_atom_deepseek-r1_fp8_single.json";
    private static final String THRESHOLDS = "mi325x_atom_deepseek-r1_fp8_single_threshold.json";

    private static final String POINTER = "/profiles/perf/ISL=1024,OSL=1024,TP=8,PP=1,CONC=128";

    private ConfigFolder folder;

    @BeforeEach
    void create(@TempDir Path root) throws IOException {
        folder = new ConfigFolder(root)
                .write(CONFIG, fixture(CONFIG))
                .write(THRESHOLDS, fixture(THRESHOLDS))
                .write("v1.json", fixture("v1.json"))
                .knob("config", CONFIG);
    }

    @Test
    void versionTwoLoads() {
        LoadedConfig loaded = folder.loadOne();
        ValidationConfig config = loaded.config();

        assertThat(loaded.cellsKnown()).isTrue();
        assertThat(config.profile()).isEqualTo("perf");
        assertThat(config.schemaVersion()).isEqualTo(2);
        assertThat(config.paths())
                .containsEntry("shared_fs", "/home/ada")
                .containsEntry("hf_token_file", "/home/ada/.hf_token");
        assertThat(config.params().port()).isEqualTo(8000);
        assertThat(config.params().tensorParallelism()).isEqualTo(8);
        assertThat(config.params().randomRangeRatio()).isEqualTo(0.8);
        assertThat(config.params().metricPercentiles()).containsExactly(95, 99);
        assertThat(config.container().arguments())
                .isEqualTo(new RuntimeArguments(
                        "all",
                        "host",
                        "host",
                        128L << 30,
                        null,
                        List.of("/home/ada:/home/ada", "/models:/models:ro"),
                        List.of("/dev/dri", "/dev/kfd"),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        true));
        assertThat(config.sweep().runs())
                .extracting(run -> run.id().value())
                .containsExactly("w1_1k_1k-conc128", "w1_1k_1k-conc256", "acc_warmup-conc1");
        assertThat(config.keysOfOtherProfiles())
                .containsExactlyInAnyOrder("w2_8k_1k-conc64", "ISL=8192,OSL=1024,TP=1,PP=1,CONC=64");
    }

    @Test
    void eachQuotedNumberAndUnusedKeyIsWarnedOfOnce() {
        List<String> warnings =
                folder.load().warnings().stream().map(Problem::message).toList();

        assertThat(warnings)
                .contains(
                        "params.port_no is in quotes",
                        "params.num_prompts is in quotes",
                        "params.metric_percentiles is a string",
                        "params.client_poll_count is a key of CVS that has no effect here",
                        "platform is a key of CVS that has no effect here",
                        "accuracy is a key of CVS that has no effect here",
                        "quant_parity is a key of CVS that has no effect here",
                        "container.name is a key of CVS that has no effect here",
                        "roles.server.atom_args is a key of CVS that has no effect here",
                        "run_card.atom_image_pin is a key of CVS that has no effect here",
                        "accuracy is a block of CVS that has no effect here")
                .contains("paths.log_dir has no effect: logs are kept in the run folder");
        assertThat(folder.load().warnings()).doesNotHaveDuplicates();
    }

    @Test
    void thresholdsOfTheProfileLoad() {
        ThresholdFile thresholds = requireNonNull(folder.loadOne().thresholds());

        assertThat(thresholds.file()).isEqualTo(THRESHOLDS);
        CellLimits limits = requireNonNull(thresholds.cells().get("ISL=1024,OSL=1024,TP=8,PP=1,CONC=128"));
        assertThat(limits.line()).isEqualTo(5);
        assertThat(limits.entries())
                .containsExactly(
                        new ThresholdEntry(
                                "total_token_throughput",
                                new Min("min_tok_s", 3000),
                                THRESHOLDS,
                                6,
                                POINTER + "/total_token_throughput",
                                null,
                                null),
                        new ThresholdEntry(
                                "mean_ttft_ms",
                                new Max("max_ms", 402),
                                THRESHOLDS,
                                7,
                                POINTER + "/client.mean_ttft_ms",
                                null,
                                null),
                        new ThresholdEntry(
                                "success_rate",
                                new Min("min", 1),
                                THRESHOLDS,
                                8,
                                POINTER + "/success_rate",
                                null,
                                null),
                        new ThresholdEntry("failed", new Max("max", 0), THRESHOLDS, 9, POINTER + "/failed", null, null),
                        new ThresholdEntry(
                                "decode_latency_ratio",
                                new Info(null),
                                THRESHOLDS,
                                10,
                                POINTER + "/decode_latency_ratio",
                                null,
                                null));
    }

    @Test
    void versionOneSaysWhatToChange() {
        folder.knob("config", "v1.json");

        assertThat(folder.load().problems())
                .extracting(Problem::message)
                .containsExactly(
                        "<changeme-models-mount> is still to be filled in",
                        "params.driver \"atom\" is a driver of CVS that this suite does not have");
    }

    private static String fixture(String name) throws IOException {
        try (InputStream in = CvsConfigTest.class.getResourceAsStream("/config/cvs/" + name)) {
            if (in == null) {
                throw new IOException("no fixture " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
