package atlas.validation.server;

import static java.util.Objects.requireNonNull;

import atlas.validation.config.ClusterFile;
import atlas.validation.config.RuntimeArguments;

/**
 * What a container is launched with, beside its server's own command line.
 *
 * @param image the image, as {@code docker pull} takes it
 * @param arguments what it is given of the machine
 * @param cluster says whose daemon runs it
 * @param runId the run that it belongs to
 * @param config the config that it belongs to
 */
public record ContainerRequest(
        String image, RuntimeArguments arguments, ClusterFile cluster, String runId, String config) {

    public ContainerRequest {
        requireNonNull(image, "image is null");
        requireNonNull(arguments, "arguments is null");
        requireNonNull(cluster, "cluster is null");
        requireNonNull(runId, "runId is null");
        requireNonNull(config, "config is null");
    }
}
