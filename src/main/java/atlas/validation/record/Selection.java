package atlas.validation.record;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a tag filter left of the plan.
 *
 * @param groups the tag expression as given, or null
 * @param excludedGroups the expression of what is excluded, or null
 * @param cells ids of the cells that run, in plan order; with several targets each is preceded by the target's name and
 *     a slash
 * @param of number of cells in the whole plan
 */
public record Selection(@Nullable String groups, @Nullable String excludedGroups, List<String> cells, int of) {

    public Selection {
        cells = List.copyOf(cells);
    }
}
