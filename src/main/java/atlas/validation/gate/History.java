package atlas.validation.gate;

import static java.util.Objects.requireNonNull;

import atlas.validation.record.ClientInfo;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Setting;
import atlas.validation.record.TargetRecord;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The runs of the past that a run is held against, and what says which of them are like it.
 *
 * @param runs in any order
 * @param allowed fields of the fingerprint that may differ
 * @param settings effective values of the run by name
 * @param client the machine that sends the load
 * @param startedAt when the run began
 */
public record History(
        List<RunRecord> runs,
        List<String> allowed,
        Map<String, Setting> settings,
        ClientInfo client,
        Instant startedAt) {

    public History {
        runs = List.copyOf(runs);
        allowed = List.copyOf(allowed);
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        requireNonNull(client, "client is null");
        requireNonNull(startedAt, "startedAt is null");
    }

    /** Chooses the runs that a target is held against, as it is known by now. */
    public Baseline baseline(TargetRecord target) {
        return Baseline.of(runs, target, Fingerprint.of(target, settings, client), allowed, startedAt);
    }
}
