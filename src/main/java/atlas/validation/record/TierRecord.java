package atlas.validation.record;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One tier of a cell: the checks that belong together.
 *
 * @param name the tier, such as {@code ttft}
 * @param status the worst of its checks
 * @param message one sentence for the tier's row
 * @param checks every check, none left out
 */
public record TierRecord(
        String name, Status status, @Nullable String message, List<CheckRecord> checks) {

    public TierRecord {
        checks = List.copyOf(checks);
    }
}
