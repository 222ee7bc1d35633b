package atlas.validation.metric;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says what one figure means, so that two people would compute the same.
 *
 * @param name the bare name in threshold files, records and reports
 * @param unit unit of the value, such as {@code ms}, {@code tok/s}, {@code ratio} or {@code count}
 * @param better which way it gets better
 * @param tier where a limit on it is judged; {@link Tier#RECORD} when it usually has none
 * @param scopes what it needs to be measured at all
 * @param percentile the percentile that it is of its samples, 50 for a median, or null when it is none
 * @param definition how it is computed, in a sentence or two
 */
public record MetricDefinition(
        String name,
        String unit,
        Direction better,
        Tier tier,
        Set<Scope> scopes,
        @Nullable Double percentile,
        String definition) {

    public MetricDefinition {
        requireNonNull(name, "name is null");
        requireNonNull(unit, "unit is null");
        requireNonNull(better, "better is null");
        requireNonNull(tier, "tier is null");
        requireNonNull(definition, "definition is null");
        scopes = scopes.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(scopes));
    }

    /** Tells whether the figure rests on the number of completion tokens. */
    public boolean countsTokens() {
        return scopes.contains(Scope.TOKEN_COUNT);
    }
}
