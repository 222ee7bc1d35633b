package atlas.validation.plan;

import atlas.validation.metric.Tier;
import atlas.validation.record.CellId;
import java.util.List;
import java.util.Map;

/**
 * What a tag filter left of one target.
 *
 * @param coldStart whether its cold start is measured
 * @param probes its API probes
 * @param cells its cells and their tiers
 */
public record ChosenRows(boolean coldStart, List<String> probes, Map<CellId, List<Tier>> cells) {

    public ChosenRows {
        probes = List.copyOf(probes);
        cells = Map.copyOf(cells);
    }
}
