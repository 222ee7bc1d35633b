package atlas.validation.probe;

import atlas.validation.config.Functional;
import java.util.ArrayList;
import java.util.List;

/** Knows which probes a config asks for. */
public final class Probes {

    private Probes() {}

    /** Returns the probes in the order they run. */
    public static List<Probe> of(Functional functional) {
        List<Probe> probes = new ArrayList<>();
        if (functional.healthCheck()) {
            probes.add(new HealthProbe());
        }
        if (functional.apiSmoke()) {
            probes.add(new ModelsProbe());
            probes.add(new ChatProbe());
            probes.add(new ChatStreamProbe());
        }
        return List.copyOf(probes);
    }
}
