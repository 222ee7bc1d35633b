package atlas.validation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.cluster.TopologyFinding.Weight;
import atlas.validation.config.ValidationConfig;
import atlas.validation.record.NodeGpu;
import atlas.validation.testing.DockerConfig;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopologyCheckTest {

    private DockerConfig config;

    @BeforeEach
    void create(@TempDir Path folder) {
        config = new DockerConfig(folder).gpuArch("l40s").image("example/atlas-for-this-gpu:1");
    }

    private List<TopologyFinding> findings(String node) {
        return TopologyCheck.of(Nodes.node(node), config.load());
    }

    @Test
    void aMachineAsTheConfigWantsIt() {
        assertThat(findings("l40s")).isEmpty();
    }

    @Test
    void theImageOfAnotherGpuIsExpectedNotToStart() {
        config.image("avarok/atlas-gb10:alpha-2.8");

        assertThat(findings("l40s"))
                .containsExactly(
                        new TopologyFinding(
                                Weight.WARNING,
                                "image_other_gpu",
                                "image avarok/atlas-gb10:alpha-2.8 is built for sm_121 (gb10), this GPU is 8.9 (NVIDIA L40S): expected not to start"));
    }

    @Test
    void theImageOfThisGpuIsNotSpokenOf() {
        config.image("avarok/atlas-gb10:alpha-2.8").gpuArch("gb10");

        assertThat(findings("gb10")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "registry.local:5000/avarok/atlas-gb10, l40s, true",
        "avarok/spark-hopper-x86_64:1, h100-8x, false",
        "avarok/spark-hopper-x86_64:1, gb10, true",
        "avarok/atlas-b200:latest, h100-8x, true",
        "mine/atlas:sm89, gb10, false",
        "mine/gb10-tools, l40s, false"
    })
    void whatTheNameOfAnImageTells(String image, String node, boolean expectedNotToStart) {
        config.image(image).gpuArch("none");

        assertThat(findings(node).stream().anyMatch(finding -> finding.code().equals("image_other_gpu")))
                .isEqualTo(expectedNotToStart);
    }

    @Test
    void anotherGpuThanTheConfigsIsAnErrorWhereLimitsAreEnforced() {
        config.gpuArch("h100");

        assertThat(findings("l40s"))
                .containsExactly(
                        new TopologyFinding(
                                Weight.ERROR_WHEN_ENFORCED,
                                "gpu_other_type",
                                "the config is for h100 (compute capability 9.0), but node-l40s has NVIDIA L40S (compute capability 8.9); run the config of that GPU, or correct gpu_arch"));
    }

    @ParameterizedTest
    @CsvSource({"l40", "l4", "rtx4090"})
    void gpusOfOneComputeCapabilityAreNotTheSame(String gpuArch) {
        config.gpuArch(gpuArch);

        assertThat(findings("l40s")).extracting(TopologyFinding::code).containsExactly("gpu_other_type");
    }

    @Test
    void aGpuTypeThatIsNotKnownIsSaid() {
        config.gpuArch("mi325x");

        assertThat(findings("l40s"))
                .containsExactly(
                        new TopologyFinding(
                                Weight.WARNING,
                                "gpu_type_unknown",
                                "gpu_arch mi325x is no GPU type that the suite knows, so nothing holds it against the NVIDIA L40S found"));
    }

    @Test
    void moreGpusThanThereAreIsAnError() {
        config.tensorParallelism(2);

        assertThat(findings("l40s"))
                .containsExactly(
                        new TopologyFinding(
                                Weight.ERROR,
                                "gpu_too_few",
                                "tensor_parallelism 2 x pipeline_parallel_size 1 needs 2 GPUs, and the container gets 1 of the 1 of node-l40s; lower the parallelism or change container.runtime.args.gpus"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"all|8", "4|4", "device=0,7|2", "device=GPU-6968dfc2-d444-d92c-c36b-000000000003|1", "none|0"})
    void theContainerGetsWhatTheConfigSays(String gpus, int number) {
        config.gpus(gpus);

        assertThat(TopologyCheck.serving(Nodes.node("h100-8x"), config.load())).hasSize(number);
    }

    @Test
    void theChosenOnesAreThoseThatCount() {
        config.gpus("device=6,7")
                .tensorParallelism(2)
                .gpuArch("h100")
                .image("vllm/vllm-openai:v1")
                .driver("vllm");
        ValidationConfig read = config.load();

        assertThat(TopologyCheck.of(Nodes.node("h100-8x"), read)).isEmpty();
        assertThat(TopologyCheck.serving(Nodes.node("h100-8x"), read))
                .extracting(NodeGpu::index)
                .containsExactly(6, 7);
    }

    @Test
    void anOldDriverIsExpectedNotToRunAtlas() {
        config.gpuArch("h100");

        assertThat(findings("h100-8x"))
                .extracting(TopologyFinding::sentence)
                .containsExactly(
                        "the NVIDIA driver of node-h100-8x is 550.90.07, and images of Atlas need 580 or newer (CUDA 13): expected not to start");
    }

    @Test
    void aSharedLimitedGpu() {
        assertThat(findings("l40s-in-use"))
                .extracting(finding -> finding.weight() + " " + finding.sentence())
                .containsExactly(
                        "ERROR_WHEN_ENFORCED GPU 0 of node-l40s-in-use is in use by /opt/venv, with comma/bin/python3 (pid 114687, 20480 MiB): figures would be those of a shared GPU; end it first",
                        "WARNING GPU 0 of node-l40s-in-use has 25026 of 46068 MiB free, and the server takes 90 % (41461 MiB): expected not to fit; free it, or lower the share",
                        "WARNING GPU 0 of node-l40s-in-use is limited to 250 W of 350 W: it is slower than others of its type",
                        "WARNING GPU 0 of node-l40s-in-use uses 8 of 16 PCIe lanes: weights load slower than they could");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'--gpu-memory-utilization', '0.5'|0",
                "'--gpu-memory-utilization=0.6'|1",
                "'--gpu-memory-utilization', 'x'|1"
            })
    void whatTheServerTakesIsWhatItIsTold(String arguments, int findings) {
        config.serverArguments(arguments.replace('\'', '"'));

        assertThat(findings("l40s-in-use").stream()
                        .filter(finding -> finding.code().equals("gpu_memory_short")))
                .hasSize(findings);
    }

    @Test
    void theMemoryOfAGb10IsTheMachines() {
        config.gpuArch("gb10").serverArguments("\"--gpu-memory-utilization\", \"0.97\"");

        assertThat(findings("gb10"))
                .extracting(TopologyFinding::sentence)
                .containsExactly(
                        "the memory that GPU 0 shares with the CPU of node-gb10 has 115787 of 122550 MiB free, and the server takes 97 % (118874 MiB): expected not to fit; free it, or lower the share");
    }

    @Test
    void aDividedGpuIsSaid() {
        config.gpuArch("h100").driver("vllm");

        assertThat(findings("h100-mig"))
                .extracting(TopologyFinding::code)
                .containsExactly("gpu_divided", "gpu_power_limited");
    }

    @ParameterizedTest
    @CsvSource({"no-driver", "no-nvidia-smi"})
    void whereNothingIsKnownTheLaunchIsTriedAllTheSame(String node) {
        assertThat(findings(node)).singleElement().satisfies(finding -> {
            assertThat(finding.weight()).isEqualTo(Weight.WARNING);
            assertThat(finding.sentence()).startsWith("nothing is known of the GPUs of node-" + node);
        });
    }

    @Test
    void aServerWithoutGpuNeedsNone() {
        config.gpus("none").tensorParallelism(4);

        assertThat(findings("no-nvidia-smi")).isEmpty();
    }

    @Test
    void oddValuesAreHeldAgainstNothing() {
        config.driver("vllm").image("vllm/vllm-openai:v1").gpus("device=0");

        assertThat(findings("odd-values")).extracting(TopologyFinding::code).containsExactly("gpu_in_use");
    }
}
