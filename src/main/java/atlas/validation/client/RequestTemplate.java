package atlas.validation.client;

import static java.util.Objects.requireNonNull;

import atlas.validation.workload.Prompt;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
 * @param spelling how the server wants the rest written
 * @param api where requests go
 */
public record RequestTemplate(
        String model,
        Map<String, Object> sampling,
        Map<String, Object> extraBody,
        Map<String, Object> lengthForcing,
        boolean lengthForced,
        RequestSpelling spelling,
        RequestApi api) {

    /** Stands for the token limit of the prompt among the values of {@link #lengthForcing()}. */
    public static final String MAX_TOKENS = "$max_tokens";

    public RequestTemplate {
        requireNonNull(model, "model is null");
        requireNonNull(spelling, "spelling is null");
        requireNonNull(api, "api is null");
        sampling = inOrder(sampling);
        extraBody = inOrder(extraBody);
        lengthForcing = inOrder(lengthForcing);
    }

    /** Creates a template for chats, of which nobody has proved that the server reaches the length it is asked for. */
    public RequestTemplate(
            String model,
            Map<String, Object> sampling,
            Map<String, Object> extraBody,
            Map<String, Object> lengthForcing) {
        this(model, sampling, extraBody, lengthForcing, false, RequestSpelling.USUAL, RequestApi.CHAT);
    }

    public RequestTemplate withSpelling(RequestSpelling other) {
        return new RequestTemplate(model, sampling, extraBody, lengthForcing, lengthForced, other, api);
    }

    /** Returns a template whose requests go to another endpoint. */
    public RequestTemplate withApi(RequestApi other) {
        return new RequestTemplate(model, sampling, extraBody, lengthForcing, lengthForced, spelling, other);
    }

    /** Returns a template that forces lengths by these fields; {@code proved} tells whether they are known to work. */
    public RequestTemplate withLengthForcing(Map<String, Object> fields, boolean proved) {
        return new RequestTemplate(model, sampling, extraBody, fields, proved, spelling, api);
    }

    /** Returns a template whose requests carry these fields of the user and no others. */
    public RequestTemplate withUserFields(Map<String, Object> newSampling, Map<String, Object> newExtraBody) {
        return new RequestTemplate(model, newSampling, newExtraBody, lengthForcing, lengthForced, spelling, api);
    }

    /** Returns the JSON fields of the request that asks a prompt, in the order in which they are written. */
    public Map<String, Object> body(Prompt prompt) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("model", model);
        switch (api) {
            case CHAT -> fields.put("messages", prompt.messages());
            case COMPLETIONS -> fields.put("prompt", prompt.text());
        }
        Integer maxTokens = prompt.maxTokens();
        if (maxTokens != null) {
            fields.put(spelling.limitField(), maxTokens);
        }
        fields.put("stream", true);
        if (spelling.asksForUsage()) {
            fields.put("stream_options", Map.of("include_usage", true));
        }
        fields.putAll(sampling);
        if (prompt.tool() != null) {
            fields.putAll(prompt.tool().fields());
        }
        if (prompt.forceLength() && maxTokens != null) {
            lengthForcing.forEach((name, value) -> fields.put(name, orLimit(value, maxTokens)));
        }
        fields.putAll(extraBody);
        return fields;
    }

    private static @Nullable Object orLimit(@Nullable Object value, int maxTokens) {
        return MAX_TOKENS.equals(value) ? maxTokens : value;
    }

    private static Map<String, Object> inOrder(Map<String, Object> fields) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }
}
