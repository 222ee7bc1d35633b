package atlas.validation.client;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What all requests of a target have in common. A field that several maps have is taken from {@code extraBody}, else
 * from {@code lengthForcing}, else from {@code sampling}; each of them wins over what the client itself writes.
 *
 * @param model the model that is asked for
 * @param sampling fields such as {@code temperature}
 * @param extraBody fields that the user wants in every request
 * @param lengthForcing fields that ask the server to reach the token limit, sent only with prompts that want it; the
 *     value {@link #MAX_TOKENS} stands for the limit
 * @param lengthForced whether those fields are known to work: then a short answer is truncated, else it only carries a
 *     warning
 */
public record RequestTemplate(
        String model,
        Map<String, Object> sampling,
        Map<String, Object> extraBody,
        Map<String, Object> lengthForcing,
        boolean lengthForced) {

    /** Stands for the token limit of the prompt among the values of {@link #lengthForcing()}. */
    public static final String MAX_TOKENS = "$max_tokens";

    public RequestTemplate {
        requireNonNull(model, "model is null");
        sampling = inOrder(sampling);
        extraBody = inOrder(extraBody);
        lengthForcing = inOrder(lengthForcing);
    }

    /** Creates a template of which nobody has proved that the server reaches the length it is asked for. */
    public RequestTemplate(
            String model,
            Map<String, Object> sampling,
            Map<String, Object> extraBody,
            Map<String, Object> lengthForcing) {
        this(model, sampling, extraBody, lengthForcing, false);
    }

    private static Map<String, Object> inOrder(Map<String, Object> fields) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }
}
