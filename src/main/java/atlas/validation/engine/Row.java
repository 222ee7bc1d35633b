package atlas.validation.engine;

import atlas.validation.gate.RowVerdict;
import atlas.validation.record.CheckRecord;
import atlas.validation.report.Evidence;
import java.util.List;
import java.util.Optional;

/** What a row does when its turn comes. */
interface Row {

    /** Returns why there is nothing to do, or empty when there is. */
    default Optional<String> skipReason(ValidationContext context) {
        return Optional.empty();
    }

    /** Does it and tells what came of it. Trouble is a verdict, not an exception. */
    RowVerdict run(ValidationContext context);

    /** Returns the checks behind what {@link #run} told. */
    default List<CheckRecord> checks(ValidationContext context) {
        return List.of();
    }

    /** Returns what else shows why {@link #run} told what it did. */
    default List<Evidence> evidence(ValidationContext context, RowVerdict verdict) {
        return List.of();
    }
}
