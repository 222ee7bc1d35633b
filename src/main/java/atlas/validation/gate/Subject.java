package atlas.validation.gate;

import atlas.validation.metric.MetricValue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What limits are held against.
 *
 * @param place the cell's id or the target's name, as sentences name it
 * @param values finds a figure by its name in the registry
 * @param unfit why the client cannot be trusted here, as a clause, or null when it can
 * @param whyUnmeasured why nothing was measured at all, as a clause, or null when something was
 * @param enforced whether limits are enforced that do not say themselves
 * @param judging what the checks of the run have in common
 */
record Subject(
        String place,
        Function<String, MetricValue> values,
        @Nullable String unfit,
        @Nullable String whyUnmeasured,
        boolean enforced,
        Judging judging) {}
