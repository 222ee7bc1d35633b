package atlas.validation.client;

import static java.util.Objects.requireNonNull;

import atlas.validation.record.ClientReadings;
import atlas.validation.record.RequestRecord;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one cell's load gave. A request that was never sent has no row.
 *
 * @param rows every attempted request, warm-up included, in the order in which they ended
 * @param startedAt the start of the cell's clock, which is the start of its warm-up: what {@code …AtMs} counts from
 * @param cancelled whether somebody cancelled it
 * @param abortReason why the client gave the cell up by itself, in one sentence; null if it did not
 * @param readings what the client noticed about itself while the measured requests were on their way
 */
public record CellMeasurement(
        List<RequestRecord> rows,
        Instant startedAt,
        boolean cancelled,
        @Nullable String abortReason,
        ClientReadings readings) {

    public CellMeasurement {
        rows = List.copyOf(rows);
        requireNonNull(startedAt, "startedAt is null");
        requireNonNull(readings, "readings is null");
    }

    /** Tells whether the client gave the cell up because the server refused every request. */
    public boolean isAborted() {
        return abortReason != null;
    }
}
