package atlas.validation.engine;

import atlas.validation.config.Settings;
import atlas.validation.record.Problem;
import atlas.validation.text.NearestNames;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Explains a tag filter that leaves nothing to run. */
final class NothingChosen {

    private static final Pattern OPERATORS = Pattern.compile("[\\s,()&|!]+");
    private static final List<String> KEYWORDS = List.of("any", "none", "");

    private NothingChosen() {}

    /** Returns the problem: the expression, the nearest tags to the words in it that are none, and all tags. */
    static Problem problem(Settings settings, Set<String> knownTags) {
        List<String> given = new ArrayList<>();
        settings.groups().ifPresent(expression -> given.add("-Dgroups='" + expression + "'"));
        settings.excludedGroups().ifPresent(expression -> given.add("-DexcludedGroups='" + expression + "'"));
        String filter = given.isEmpty() ? "the tag filter" : String.join(" with ", given);
        Set<String> nearest = new LinkedHashSet<>();
        settings.groups().ifPresent(expression -> {
            for (String word : OPERATORS.split(expression)) {
                if (!knownTags.contains(word) && !KEYWORDS.contains(word)) {
                    nearest.addAll(NearestNames.to(word, knownTags));
                }
            }
        });
        String suggestion = nearest.isEmpty() ? "" : "did you mean " + String.join(" or ", nearest) + "? ";
        return Problem.ofSetting(
                filter + " chooses no row", suggestion + "the tags are " + String.join(", ", knownTags));
    }
}
