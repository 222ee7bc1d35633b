package atlas.validation.report;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Spells a name that a user chose, such as a combo's, as one file name: no separators, nothing hidden, no two alike.
 */
final class FileName {

    private FileName() {}

    /**
     * Returns {@code name} with everything but letters, digits and {@code - _ . + = @} percent-encoded, and a dot at
     * its start too.
     */
    static String of(String name) {
        StringBuilder safe = new StringBuilder();
        for (byte octet : name.getBytes(UTF_8)) {
            char c = (char) (octet & 0xff);
            if (isPlain(c) && !(c == '.' && safe.isEmpty())) {
                safe.append(c);
            } else {
                safe.append('%').append("%02X".formatted((int) c));
            }
        }
        return safe.toString();
    }

    private static boolean isPlain(char c) {
        boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        boolean digit = c >= '0' && c <= '9';
        return letter || digit || "-_.+=@".indexOf(c) >= 0;
    }
}
