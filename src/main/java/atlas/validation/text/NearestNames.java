package atlas.validation.text;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Finds the known names that a mistyped one may have meant, by the optimal string alignment distance: insertions,
 * deletions, replacements and swaps of neighbours each count one. Case, hyphens and underscores are ignored.
 */
public final class NearestNames {

    private static final int MOST = 3;
    private static final int LEAST_TOLERANCE = 2;
    private static final int LETTERS_PER_MISTAKE = 3;

    private NearestNames() {}

    /**
     * Returns the nearest names, best first; at most three. A name is near when it differs in two letters, or in a
     * third of the mistyped name's.
     */
    public static List<String> to(String mistyped, Collection<String> known) {
        String wanted = plain(mistyped);
        int tolerance = Math.max(LEAST_TOLERANCE, wanted.length() / LETTERS_PER_MISTAKE);
        Map<String, Integer> distances = new LinkedHashMap<>();
        for (String candidate : known) {
            String plain = plain(candidate);
            int distance = distance(wanted, plain);
            // A name that shares no letter with a short one is no suggestion.
            if (distance <= tolerance && distance < Math.max(wanted.length(), plain.length())) {
                distances.put(candidate, distance);
            }
        }
        return distances.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .limit(MOST)
                .map(Map.Entry::getKey)
                .toList();
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
    }

    /** Returns the distance between two texts. */
    static int distance(String from, String to) {
        int[] beforePrevious = new int[to.length() + 1];
        int[] previous = new int[to.length() + 1];
        int[] current = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            current[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                boolean same = from.charAt(i - 1) == to.charAt(j - 1);
                int best = Math.min(previous[j - 1] + (same ? 0 : 1), Math.min(previous[j], current[j - 1]) + 1);
                if (i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1)) {
                    best = Math.min(best, beforePrevious[j - 2] + 1);
                }
                current[j] = best;
            }
            int[] spare = beforePrevious;
            beforePrevious = previous;
            previous = current;
            current = spare;
        }
        return previous[to.length()];
    }
}
