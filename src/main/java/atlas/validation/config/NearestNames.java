package atlas.validation.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds what somebody may have meant by a name that does not exist. */
final class NearestNames {

    private NearestNames() {}

    /** Returns the known name that is nearest to {@code name}, when it is near enough to be a slip of the pen. */
    static Optional<String> of(String name, Collection<String> known) {
        String wanted = plain(name);
        int limit = Math.max(1, wanted.length() / 3);
        return known.stream()
                .filter(candidate -> distance(wanted, plain(candidate)) <= limit)
                .min(Comparator.comparingInt((String candidate) -> distance(wanted, plain(candidate)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** Returns the fix for a name that does not exist: the nearest one, else all of them. */
    static String fix(String name, Collection<String> known) {
        return of(name, known)
                .map(nearest -> "did you mean " + nearest + "?")
                .orElseGet(() -> "known are " + list(known));
    }

    /** Returns the fix for a choice out of few: the nearest one and all of them. */
    static String choose(String name, Collection<String> known) {
        return of(name, known).map(nearest -> "did you mean " + nearest + "? ").orElse("")
                + "known are "
                + list(known);
    }

    /** Returns the names as a sentence has them: {@code a, b and c}. */
    static String list(Collection<String> names) {
        List<String> all = List.copyOf(names);
        return switch (all.size()) {
            case 0 -> "none";
            case 1 -> all.getFirst();
            default -> String.join(", ", all.subList(0, all.size() - 1)) + " and " + all.getLast();
        };
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
    }

    /** Returns the edit distance in which swapping two neighbours counts as one edit (optimal string alignment). */
    private static int distance(String a, String b) {
        int[][] edits = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            edits[i][0] = i;
        }
        for (int j = 0; j <= b.length(); j++) {
            edits[0][j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                int replaced = edits[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                int best = Math.min(replaced, Math.min(edits[i - 1][j], edits[i][j - 1]) + 1);
                boolean swapped = i > 1
                        && j > 1
                        && a.charAt(i - 1) == b.charAt(j - 2)
                        && a.charAt(i - 2) == b.charAt(j - 1);
                edits[i][j] = swapped ? Math.min(best, edits[i - 2][j - 2] + 1) : best;
            }
        }
        return edits[a.length()][b.length()];
    }
}
