package atlas.validation.engine;

import atlas.validation.gate.RowVerdict;
import java.util.Optional;

/** What a row does when its turn comes. */
interface Row {

    /** Returns why there is nothing to do, or empty when there is. */
    default Optional<String> skipReason(ValidationContext context) {
        return Optional.empty();
    }

    /** Does it and tells what came of it. Trouble is a verdict, not an exception. */
    RowVerdict run(ValidationContext context);
}
