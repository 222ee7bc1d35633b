package atlas.validation.lifecycle;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Takes the API key out of what a server sent back: some quote it in their error.
 *
 * @param key the key, or null when there is none
 */
record ApiKeyMask(@Nullable String key) {

    byte[] apply(byte[] answer) {
        if (key == null || key.isEmpty()) {
            return answer;
        }
        // Latin-1 keeps every byte as it is.
        String text = new String(answer, StandardCharsets.ISO_8859_1);
        String quoted = new String(key.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        return text.replace(quoted, "***").getBytes(StandardCharsets.ISO_8859_1);
    }
}
