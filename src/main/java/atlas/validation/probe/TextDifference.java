package atlas.validation.probe;

/** Tells where two texts part. */
final class TextDifference {

    private static final int SHOWN = 24;

    private TextDifference() {}

    /** Returns from which character on they differ and how, or an empty text when they are the same. */
    static String between(String one, String other) {
        if (one.equals(other)) {
            return "";
        }
        int at = 0;
        while (at < Math.min(one.length(), other.length()) && one.charAt(at) == other.charAt(at)) {
            at++;
        }
        return "from character %d on (%s and %s)".formatted(at + 1, shown(one, at), shown(other, at));
    }

    private static String shown(String text, int from) {
        return Exchange.quoted(text.substring(from, Math.min(text.length(), from + SHOWN)));
    }
}
