package atlas.validation.config;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the server runs and how long.
 *
 * @param lifetime who starts it and when it ends
 * @param runtime what it runs in; {@link ServerRuntime#NONE} whenever nothing is launched
 * @param image the container image, or null for a runtime without one
 * @param args arguments of the runtime, such as {@code gpus}, as the file has them
 */
public record ContainerSettings(
        Lifetime lifetime, ServerRuntime runtime, @Nullable String image, Map<String, Object> args) {

    public ContainerSettings {
        requireNonNull(lifetime, "lifetime is null");
        requireNonNull(runtime, "runtime is null");
        args = Collections.unmodifiableMap(new LinkedHashMap<>(args));
    }
}
