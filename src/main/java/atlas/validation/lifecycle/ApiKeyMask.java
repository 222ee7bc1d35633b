package atlas.validation.lifecycle;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import atlas.validation.client.RawAnswer;
import org.jspecify.annotations.Nullable;

/**
 * Takes the API key out of what a server sent back: some quote it in their error.
 *
 * @param key the key, or null when there is none
 */
record ApiKeyMask(@Nullable String key) {

    private static final String MASK = "***";

    /**
     * Returns an answer without the key. Where only the beginning and the end of a long answer are kept, a key may have
     * been cut in two: whatever of it stands at the cut is taken out as well.
     */
    RawAnswer apply(RawAnswer answer) {
        if (key == null || key.isEmpty()) {
            return answer;
        }
        // Latin-1 keeps every byte as it is.
        String quoted = new String(key.getBytes(UTF_8), ISO_8859_1);
        String start = new String(answer.start(), ISO_8859_1).replace(quoted, MASK);
        String end = new String(answer.end(), ISO_8859_1).replace(quoted, MASK);
        if (answer.length() > answer.start().length) {
            start = withoutBeginningOf(quoted, start);
            end = withoutEndOf(quoted, end);
        }
        return new RawAnswer(start.getBytes(ISO_8859_1), end.getBytes(ISO_8859_1), answer.length());
    }

    private static String withoutBeginningOf(String key, String start) {
        for (int length = Math.min(key.length() - 1, start.length()); length > 0; length--) {
            if (start.endsWith(key.substring(0, length))) {
                return start.substring(0, start.length() - length) + MASK;
            }
        }
        return start;
    }

    private static String withoutEndOf(String key, String end) {
        for (int length = Math.min(key.length() - 1, end.length()); length > 0; length--) {
            if (end.startsWith(key.substring(key.length() - length))) {
                return MASK + end.substring(length);
            }
        }
        return end;
    }
}
