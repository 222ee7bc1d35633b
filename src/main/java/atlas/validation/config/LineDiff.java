package atlas.validation.config;

import java.util.ArrayList;
import java.util.List;

/** Finds the lines that differ between two texts, by their longest common subsequence. */
final class LineDiff {

    private static final int AROUND = 2;

    private LineDiff() {}

    static List<String> of(List<String> before, List<String> after) {
        List<String> all = marked(before, after);
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (isNearChange(all, i)) {
                if (!shown.isEmpty() && !isNearChange(all, i - 1)) {
                    shown.add("  …");
                }
                shown.add(all.get(i));
            }
        }
        return shown;
    }

    private static boolean isNearChange(List<String> all, int line) {
        for (int i = Math.max(0, line - AROUND); i <= Math.min(all.size() - 1, line + AROUND); i++) {
            if (!all.get(i).startsWith(" ")) {
                return true;
            }
        }
        return false;
    }

    private static List<String> marked(List<String> before, List<String> after) {
        int[][] common = new int[before.size() + 1][after.size() + 1];
        for (int i = before.size() - 1; i >= 0; i--) {
            for (int j = after.size() - 1; j >= 0; j--) {
                common[i][j] = before.get(i).equals(after.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        List<String> lines = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < before.size() || j < after.size()) {
            if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
                lines.add("  " + before.get(i));
                i++;
                j++;
            } else if (j == after.size() || (i < before.size() && common[i + 1][j] >= common[i][j + 1])) {
                lines.add("- " + before.get(i++));
            } else {
                lines.add("+ " + after.get(j++));
            }
        }
        return lines;
    }
}
