package atlas.validation.probe;

import java.lang.Character.UnicodeScript;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds in an answer what should never be in the answer to a plain English question. */
final class Leaks {

    private static final Pattern REASONING = Pattern.compile("</?think(?:ing)?>");
    private static final Pattern MARKUP =
            Pattern.compile("</?think(?:ing)?>|</?tool_call>|<function=|<\\|[a-zA-Z_]+\\|>|\\[/?INST]");
    private static final Pattern ROLE = Pattern.compile("(?mi)^\\s*(?:user|assistant|system|tool)\\s*(?::|$)");

    private static final Set<UnicodeScript> EXPECTED =
            Set.of(UnicodeScript.LATIN, UnicodeScript.COMMON, UnicodeScript.INHERITED, UnicodeScript.GREEK);

    /** Beyond this, an answer to a short question is wrong anyway. */
    private static final int EXAMINED = 10_000;

    /** So many words in a row that come again and again are a loop. */
    private static final int LONGEST_LOOP = 8;

    private static final int TIMES = 6;

    private Leaks() {}

    /** Tells whether tags of reasoning are in a text. */
    static boolean showsReasoning(String text) {
        return REASONING.matcher(text).find();
    }

    /** Returns the first leak as a clause, or empty when there is none. */
    static Optional<String> in(String answer) {
        String text = answer.substring(0, Math.min(answer.length(), EXAMINED));
        return found("markup", MARKUP.matcher(text))
                .or(() -> found("a role", ROLE.matcher(text)))
                .or(() -> foreign(text))
                .or(() -> repeated(List.of(text.strip().split("\\s+", -1))));
    }

    private static Optional<String> found(String what, Matcher matcher) {
        return matcher.find()
                ? Optional.of("it leaks " + what + ": "
                        + Exchange.quoted(matcher.group().strip()))
                : Optional.empty();
    }

    private static Optional<String> foreign(String text) {
        return text.codePoints()
                .filter(Character::isLetter)
                .mapToObj(UnicodeScript::of)
                .filter(script -> !EXPECTED.contains(script))
                .findFirst()
                .map(script ->
                        "it is written in another script (" + script.name().toLowerCase(Locale.ROOT) + ")");
    }

    private static Optional<String> repeated(List<String> words) {
        for (int length = 1; length <= LONGEST_LOOP; length++) {
            int same = 0;
            for (int i = length; i < words.size(); i++) {
                same = words.get(i).equals(words.get(i - length)) ? same + 1 : 0;
                if (same >= length * (TIMES - 1)) {
                    String loop = String.join(" ", words.subList(i - length + 1, i + 1));
                    return Optional.of("it repeats " + Exchange.quoted(loop) + " over and over");
                }
            }
        }
        return Optional.empty();
    }
}
