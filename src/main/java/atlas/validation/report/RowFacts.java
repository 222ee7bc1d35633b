package atlas.validation.report;

import atlas.validation.record.CheckRecord;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one row of the tree shows beside its name and status.
 *
 * @param parameters what it is about, in the order in which it is shown
 * @param simulated whether a simulator stood in for the server
 * @param checks the limits that were held against figures
 * @param evidence what else there is to look at
 */
public record RowFacts(
        Map<String, String> parameters, boolean simulated, List<CheckRecord> checks, List<Evidence> evidence) {

    public RowFacts {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        checks = List.copyOf(checks);
        evidence = List.copyOf(evidence);
    }
}
