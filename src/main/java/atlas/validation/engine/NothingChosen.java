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

    private static final int MOST_TAGS = 12;

    private NothingChosen() {}

    /**
     * Returns the problem: the expression, the nearest tags to the words in it that are none, or the tags where none is
     * near.
     */
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
        return Problem.ofSetting(
                filter + " chooses no row",
                nearest.isEmpty() ? list(knownTags) : "did you mean " + String.join(" or ", nearest) + "?");
    }

    /** Names the tags, but no more than a reader takes in: a sweep of many cells has hundreds. */
    private static String list(Set<String> knownTags) {
        String named = String.join(", ", knownTags.stream().limit(MOST_TAGS).toList());
        int more = knownTags.size() - MOST_TAGS;
        return more <= 0 ? "the tags are " + named : "the tags are %s and %d more".formatted(named, more);
    }
}
