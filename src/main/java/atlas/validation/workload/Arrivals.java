package atlas.validation.workload;

import atlas.validation.config.LoadSettings;

/** Makes the schedule of a rate cell from what its config asks for. */
public final class Arrivals {

    private Arrivals() {}

    /**
     * Returns the schedule of a cell. Equal arguments give equal schedules.
     *
     * @param settings the kind of arrivals and the ramp
     * @param perSecond the cell's rate
     * @param count arrivals after the ramp
     * @param seed the seed of the config
     */
    public static ArrivalSchedule of(LoadSettings settings, double perSecond, int count, long seed) {
        ArrivalProcess process = switch (settings.arrival()) {
            case POISSON -> new ArrivalProcess.Poisson();
            case CONSTANT -> new ArrivalProcess.Constant();
            case GAMMA -> new ArrivalProcess.Gamma(settings.burstiness());
        };
        return ArrivalSchedule.of(process, perSecond, settings.ramp(), count, seed);
    }
}
