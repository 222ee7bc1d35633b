package atlas.validation.config;

import static java.util.Objects.requireNonNull;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Where the server runs and how long.
 *
 * @param lifetime who starts it and when it ends
 * @param runtime what it runs in; {@link ServerRuntime#NONE} whenever nothing is launched
 * @param image the container image, or null for a runtime without one
 * @param arguments what the container is given of the machine
 */
public record ContainerSettings(
        Lifetime lifetime, ServerRuntime runtime, @Nullable String image, RuntimeArguments arguments) {

    public ContainerSettings {
        requireNonNull(lifetime, "lifetime is null");
        requireNonNull(runtime, "runtime is null");
        requireNonNull(arguments, "arguments is null");
    }

    /** Returns the settings with every mount changed. */
    ContainerSettings withVolumes(UnaryOperator<String> change) {
        return new ContainerSettings(lifetime, runtime, image, arguments.withVolumes(change));
    }
}
