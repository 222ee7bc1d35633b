package atlas.validation.server;

import static java.util.Objects.requireNonNull;

import atlas.validation.config.ClusterFile;
import atlas.validation.config.Params;
import atlas.validation.config.ValidationConfig;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a server is launched with.
 *
 * @param driver which server it is
 * @param model the model, or null when the running server is to say
 * @param port the port that it is to listen on
 * @param maxModelLength most tokens of prompt and answer together, or null for the server's own default
 * @param tensorParallelism GPUs that share each layer
 * @param pipelineParallelism groups of layers
 * @param arguments further arguments, appended to those of the driver
 * @param environment variables added to its environment
 * @param baseUrl address of a server that runs already, or null
 * @param readyTimeout longest time from launch to ready
 * @param log file that its output is followed into
 * @param container what its container is launched with, or null where it runs in none
 */
public record LaunchRequest(
        ServerDriver driver,
        @Nullable String model,
        int port,
        @Nullable Integer maxModelLength,
        int tensorParallelism,
        int pipelineParallelism,
        List<String> arguments,
        Map<String, String> environment,
        @Nullable URI baseUrl,
        Duration readyTimeout,
        Path log,
        @Nullable ContainerRequest container) {

    public LaunchRequest {
        requireNonNull(driver, "driver is null");
        arguments = List.copyOf(arguments);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        requireNonNull(readyTimeout, "readyTimeout is null");
        requireNonNull(log, "log is null");
    }

    /**
     * Returns what a config asks for.
     *
     * @param cluster the machines
     * @param runId the run that it is launched for
     * @param log file that its output is followed into
     */
    public static LaunchRequest of(ValidationConfig config, ClusterFile cluster, String runId, Path log) {
        Params params = config.params();
        return new LaunchRequest(
                ServerDriver.of(params.driver()),
                config.model().id(),
                params.port(),
                params.maxModelLength(),
                params.tensorParallelism(),
                params.pipelineParallelSize(),
                config.server().args(),
                config.server().env(),
                params.baseUrl(),
                params.readyTimeout(),
                log,
                container(config, cluster, runId));
    }

    private static @Nullable ContainerRequest container(ValidationConfig config, ClusterFile cluster, String runId) {
        String image = config.container().image();
        return image == null
                ? null
                : new ContainerRequest(image, config.container().arguments(), cluster, runId, config.name());
    }

    /** Returns the same with other arguments of the config's own. */
    LaunchRequest withArguments(List<String> others) {
        return new LaunchRequest(
                driver,
                model,
                port,
                maxModelLength,
                tensorParallelism,
                pipelineParallelism,
                others,
                environment,
                baseUrl,
                readyTimeout,
                log,
                container);
    }
}
