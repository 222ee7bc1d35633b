package atlas.validation.server;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.config.Driver;
import atlas.validation.record.LogFinding;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PhraseBookTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ATLAS  | architecture_unsupported | Error: kernels compiled for sm_121f cannot run on this GPU (compute capability 8.9): family-specific PTX | is built for sm_121f, and this GPU has compute capability 8.9;
            ATLAS  | architecture_unsupported | Failed to initialize CUDA backend: CUDA_ERROR_NO_BINARY_FOR_GPU    | holds no code for this GPU
            ATLAS  | driver_too_old           | Failed to initialize CUDA backend: CUDA_ERROR_UNSUPPORTED_PTX_VERSION | the driver cannot translate
            ATLAS  | driver_too_old           | CUDA error: CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE               | update the driver
            ATLAS  | gpu_runtime_missing      | cuInit failed: CUDA_ERROR_NO_DEVICE                                 | the container sees no GPU
            ATLAS  | gpu_runtime_missing      | spark: error while loading shared libraries: libcuda.so.1: cannot open shared object file: No such file or directory | no GPU driver
            ATLAS  | out_of_memory            | Preflight failed: inference buffers alone need 9350 MB              | lower --max-batch-size
            ATLAS  | out_of_memory            | KV cache can hold at most 0 concurrent sequence(s)                  | a single sequence
            ATLAS  | kernel_unresolved        | 3 unresolved kernel lookup(s) for (qwen, sm_89, nvfp4)              | lacks 3 kernels
            ATLAS  | weights                  | INFO spark: loaded 0 tensors in 1s                                  | no weights were found
            ATLAS  | bad_flag                 | error: unexpected argument '--bind' found                           | does not know the argument --bind
            ATLAS  | port_in_use              | binding 0.0.0.0:8888: Address already in use (os error 98)          | another process has the port
            ATLAS  | crashed_while_serving    | Inference error: cuMemcpyDtoDAsync_v2 failed: status 700            | cuMemcpyDtoDAsync_v2 failed with CUDA error 700
            ATLAS  | quality_cut              | WARN spark: SimHash semantic-loop watchdog fired                    | took an answer for a loop
            VLLM   | out_of_memory            | torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2 GiB | the GPU's memory is used up
            VLLM   | bad_flag                 | vllm: error: unrecognized arguments: --max-seq-len 9                | does not know --max-seq-len 9
            VLLM   | crashed_while_serving    | vllm.v1.engine.exceptions.EngineDeadError: EngineCore encountered an issue | the engine died
            SGLANG | out_of_memory            | Not enough memory. Please try to increase --mem-fraction-static.    | no memory for the cache
            OPENAI | platform                 | exec /usr/bin/spark: exec format error                              | another processor
            """)
    void aLineOfTheLogIsSortedAndExplained(Driver driver, String kind, String line, String meaning) {
        assertThat(PhraseBook.ofLog(ServerDriver.of(driver)).find(line)).hasValueSatisfying(found -> {
            assertThat(found.kind()).isEqualTo(kind);
            assertThat(found.meaning()).contains(meaning).doesNotContain("{");
            assertThat(found.line()).isEqualTo(line);
            assertThat(found.fatal()).isEqualTo(!kind.equals("quality_cut"));
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gpu_runtime_missing | could not select device driver "" with capabilities: [[gpu]]                      | install the NVIDIA container toolkit
            gpu_runtime_missing | failed to discover GPU vendor from CDI: no known GPU vendor found                  | knows of no GPU
            bad_flag            | CDI device injection failed: unresolvable CDI devices nvidia.com/gpu=7            | no GPU nvidia.com/gpu=7
            bad_flag            | nvidia-container-cli: device error: 7: unknown device: unknown                     | no such GPU (7: unknown device
            platform            | no matching manifest for linux/amd64 in the manifest list entries                 | not published for linux/amd64
            image               | pull access denied for x/y, repository does not exist or may require 'docker login' | docker login
            image               | manifest for x/y:1 not found: manifest unknown: manifest unknown                  | not this tag
            image               | dial tcp: lookup registry.example on 10.0.0.1:53: no such host                    | cannot be resolved
            port_in_use         | Bind for 127.0.0.1:8888 failed: port is already allocated                         | another container
            bad_flag            | network blue not found                                                            | no Docker network blue
            """)
    void whatADaemonRefusesIsSortedAndExplained(String kind, String words, String meaning) {
        assertThat(PhraseBook.ofDocker().find(words)).hasValueSatisfying(found -> {
            assertThat(found.kind()).isEqualTo(kind);
            assertThat(found.meaning()).contains(meaning);
        });
    }

    /** A server may log words like these without being in trouble. */
    @Test
    void whatOnlyADaemonMeansIsNotLookedForInALog() {
        PhraseBook log = PhraseBook.ofLog(ServerDriver.of(Driver.VLLM));

        assertThat(log.find("telemetry: dial tcp 1.2.3.4:443: connection refused"))
                .isEmpty();
        assertThat(log.find("401 unauthorized")).isEmpty();
        assertThat(log.find("INFO 0 unrelated lines")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Driver.class)
    void everyPhraseIsWholeAndNoneHidesAnother(Driver driver) {
        Set<String> seen = new HashSet<>();
        for (PhraseBook.Phrase phrase :
                PhraseBook.ofLog(ServerDriver.of(driver)).phrases()) {
            assertThat(phrase.text()).isNotBlank();
            assertThat(phrase.meaning()).isNotBlank().doesNotEndWith(".");
            assertThat(seen.add(phrase.text())).as(phrase.text()).isTrue();
            int named = phrase.meaning().split("\\{\\d}", -1).length - 1;
            Pattern names = phrase.names();
            int groups = names == null ? 0 : names.matcher("").groupCount();
            assertThat(groups).as(phrase.text()).isGreaterThanOrEqualTo(named > 0 ? 1 : 0);
            assertThat(phrase.fatal())
                    .as(phrase.text())
                    .isEqualTo(phrase.kind() != FailureKind.QUALITY_CUT
                            && !List.of("SSM state pool exhausted", "Scheduler queue full")
                                    .contains(phrase.text()));
        }
    }

    @Test
    void atlasOwnCheckIsReadWhereItFails() {
        PhraseBook book = PhraseBook.ofLog(ServerDriver.of(Driver.ATLAS));
        String lacking = "{\"avarok_kernel_check\":{\"ok\":false,\"model\":\"m\",\"arch\":\"sm_89\",\"unresolved\":2,"
                + "\"unresolved_kernels\":[{\"kernel\":\"moe\",\"site\":\"x\"},{\"kernel\":\"ssm\",\"site\":\"y\"}]}}";
        String refused = "{\"atlas_kernel_check\":{\"ok\":false,\"failing_stage\":\"arch_preflight\",\"lookups\":null,"
                + "\"error\":\"kernels compiled for sm_121f cannot run on this GPU (compute capability 8.9): x\"}}";

        assertThat(KernelCheck.trouble("noise\n" + lacking, book))
                .map(LogFinding::meaning)
                .hasValue("expected not to start: the image lacks 2 kernels for m on sm_89, such as moe, ssm");
        assertThat(KernelCheck.trouble(refused, book)).hasValueSatisfying(found -> {
            assertThat(found.kind()).isEqualTo("architecture_unsupported");
            assertThat(found.meaning()).contains("built for sm_121f, and this GPU has compute capability 8.9");
        });
        assertThat(KernelCheck.trouble("{\"atlas_kernel_check\":{\"ok\":true}}", book))
                .isEmpty();
        assertThat(KernelCheck.trouble("no check here", book)).isEmpty();
    }
}
