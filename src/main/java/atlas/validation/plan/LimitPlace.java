package atlas.validation.plan;

import atlas.validation.config.Combo;
import atlas.validation.config.Workload;
import atlas.validation.metric.MetricDefinition;
import atlas.validation.metric.Scope;
import atlas.validation.metric.Tier;
import atlas.validation.record.CellId;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;

/**
 * Where limits stand, and what is measured there.
 *
 * @param name the place, for the messages
 * @param tiers the tiers that have figures there
 * @param conversations whether its requests are turns of conversations
 * @param oneToken whether every answer has at most one token, so that there is no time between tokens
 */
record LimitPlace(String name, Set<Tier> tiers, boolean conversations, boolean oneToken) {

    /** The key {@code TARGET}, which holds what is measured once per server. */
    static final LimitPlace TARGET = new LimitPlace("the key TARGET", EnumSet.of(Tier.TARGET), false, false);

    LimitPlace {
        tiers = Set.copyOf(tiers);
    }

    static LimitPlace ofCell(CellId id, Combo combo, Collection<Tier> tiers) {
        Integer osl = combo.osl();
        return new LimitPlace(
                "cell " + id, EnumSet.copyOf(tiers), combo.workload() == Workload.MULTI_TURN, osl != null && osl == 1);
    }

    /** Returns the place of a key whose cell is not known: whatever a cell may have is measured there. */
    static LimitPlace ofSomeCell(String key) {
        return new LimitPlace("cell " + key, EnumSet.complementOf(EnumSet.of(Tier.TARGET)), true, false);
    }

    boolean has(MetricDefinition metric) {
        return tiers.contains(metric.tier())
                && (conversations || !metric.scopes().contains(Scope.CONVERSATIONS));
    }

    /** Tells whether the metric needs a second token, which no answer has here. */
    boolean lacksTokensFor(MetricDefinition metric) {
        return oneToken && (metric.tier() == Tier.TPOT || metric.name().endsWith("_itl_ms"));
    }
}
