package atlas.validation.config;

import java.util.List;

/**
 * What is measured: shapes, and the loads that each is put under. Equal cells are still in it.
 *
 * @param combos the shapes, in file order
 * @param runs the cells, in file order
 */
public record Sweep(List<Combo> combos, List<SweepRun> runs) {

    public Sweep {
        combos = List.copyOf(combos);
        runs = List.copyOf(runs);
    }
}
