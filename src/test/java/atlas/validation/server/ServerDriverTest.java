package atlas.validation.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import atlas.validation.config.Driver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ServerDriverTest {

    @Test
    void atlasIsServedWithItsOwnFlagsAndTheRequestsLast() {
        assertThat(command(Driver.ATLAS, "a/model", 1))
                .containsExactly(
                        "serve", "a/model", "--bind", "0.0.0.0", "--port", "9000", "--max-seq-len", "4096", "--last");
    }

    @Test
    void parallelismIsTold() {
        assertThat(command(Driver.ATLAS, "m", 2)).containsSequence("--tp-size", "2");
        assertThat(command(Driver.VLLM, "m", 2)).containsSequence("--tensor-parallel-size", "2");
        assertThat(command(Driver.SGLANG, "m", 2)).containsSequence("--tp-size", "2");
        assertThat(command(Driver.VLLM, "m", 1, 2)).containsSequence("--pipeline-parallel-size", "2");
        assertThat(command(Driver.SGLANG, "m", 1, 2)).containsSequence("--pp-size", "2");
    }

    @Test
    void nothingIsAssumedOfAnUnknownServersCommandLine() {
        assertThat(command(Driver.OPENAI, null, 2)).containsExactly("--last");
    }

    @Test
    void aServerCannotBeLaunchedWithoutAModel() {
        assertThatThrownBy(() -> command(Driver.ATLAS, null, 1))
                .isInstanceOf(ServerException.class)
                .hasMessageContaining("set model.id");
    }

    @Test
    void eachServerIsMadeToReachTheLengthInItsOwnWay() {
        Map<String, Object> both = Map.of("ignore_eos", true, "min_tokens", ServerDriver.MAX_TOKENS);

        assertThat(ServerDriver.of(Driver.ATLAS).lengthForcing())
                .isEqualTo(Map.of("min_tokens", ServerDriver.MAX_TOKENS));
        assertThat(ServerDriver.of(Driver.VLLM).lengthForcing()).isEqualTo(both);
        assertThat(ServerDriver.of(Driver.SGLANG).lengthForcing()).isEqualTo(both);
        assertThat(ServerDriver.of(Driver.OPENAI).lengthForcing()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Driver.class)
    void everyDriverHasTheWordOfItsConfig(Driver driver) {
        assertThat(ServerDriver.of(driver).word()).isEqualTo(driver.word());
        assertThat(ServerDriver.of(driver).healthPaths()).startsWith("/health");
    }

    private static List<String> command(Driver driver, @Nullable String model, int tensorParallelism) {
        return command(driver, model, tensorParallelism, 1);
    }

    private static List<String> command(
            Driver driver, @Nullable String model, int tensorParallelism, int pipelineParallelism) {
        ServerDriver known = ServerDriver.of(driver);
        LaunchRequest request = new LaunchRequest(
                known,
                model,
                8888,
                4096,
                tensorParallelism,
                pipelineParallelism,
                List.of("--last"),
                Map.of(),
                null,
                Duration.ofSeconds(1),
                Path.of("server.log"),
                null);
        return known.commandLine(request, "0.0.0.0", 9000);
    }
}
