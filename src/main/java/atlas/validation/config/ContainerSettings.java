package atlas.validation.config;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
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

    /** Returns the settings with every string of the runtime's arguments changed. */
    ContainerSettings expanded(UnaryOperator<String> change) {
        Map<String, Object> changed = new LinkedHashMap<>(args);
        changed.replaceAll((name, value) -> changed(value, change));
        return new ContainerSettings(lifetime, runtime, image, changed);
    }

    private static Object changed(Object value, UnaryOperator<String> change) {
        if (value instanceof String text) {
            return change.apply(text);
        }
        if (value instanceof List<?> list) {
            return list.stream()
                    .map(element -> element instanceof String text ? change.apply(text) : element)
                    .collect(Collectors.toList());
        }
        return value;
    }
}
