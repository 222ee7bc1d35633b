package atlas.validation.config;

import atlas.validation.config.JsonValue.JsonNumber;
import atlas.validation.config.JsonValue.JsonObject;
import atlas.validation.config.JsonValue.JsonString;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A prompt that a shape may name with {@code prompt_ref} instead of writing one.
 *
 * @param text what is asked
 * @param maxTokens longest answer in tokens of a shape that has no {@code osl}
 */
record ShippedPrompt(String text, int maxTokens) {

    private static final String RESOURCE = "shipped-prompts.json";

    /** Reads every shipped prompt, by name. */
    static Map<String, ShippedPrompt> all() {
        Map<String, ShippedPrompt> prompts = new LinkedHashMap<>();
        resource().members().forEach((name, value) -> {
            if (value instanceof JsonObject prompt
                    && prompt.members().get("prompt") instanceof JsonString text
                    && prompt.members().get("max_tokens") instanceof JsonNumber limit) {
                prompts.put(name, new ShippedPrompt(text.text(), Integer.parseInt(limit.source())));
            } else {
                throw new IllegalStateException(RESOURCE + " has a prompt without text or limit: [" + name + "]");
            }
        });
        return prompts;
    }

    private static JsonObject resource() {
        try (InputStream in = ShippedPrompt.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("the class path has no " + RESOURCE);
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return LocatedParser.parse(text, new Findings(RESOURCE))
                    .orElseThrow(() -> new IllegalStateException(RESOURCE + " holds no JSON object"));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
