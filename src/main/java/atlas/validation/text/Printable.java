package atlas.validation.text;

/** Shows what somebody wrote so that a terminal does nothing but print it, and nobody reads it in another order. */
public final class Printable {

    private Printable() {}

    /**
     * Returns the text with every control, format and unpaired character as its escape, such as {@code \\u0000}; line
     * ends as {@code \n} and {@code \r}.
     */
    public static String of(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(sign -> {
            switch (sign) {
                case '\n' -> shown.append("\\n");
                case '\r' -> shown.append("\\r");
                case '\t' -> shown.append("\\t");
                default -> {
                    if (prints(sign)) {
                        shown.appendCodePoint(sign);
                    } else {
                        for (char half : Character.toChars(sign)) {
                            shown.append("\\u%04X".formatted((int) half));
                        }
                    }
                }
            }
        });
        return shown.toString();
    }

    private static boolean prints(int sign) {
        return switch (Character.getType(sign)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
