package atlas.validation.testing;

import atlas.validation.record.CellRecord;
import atlas.validation.record.CheckRecord;
import atlas.validation.record.RepeatRecord;
import atlas.validation.record.Status;
import atlas.validation.record.TierRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes of a cell that was measured once one that was measured several times. */
final class RepeatFixture {

    private static final Duration SWEEP = Duration.ofMinutes(3);

    private RepeatFixture() {}

    /** Gives the cell one repeat for each factor, in which every figure was so many times what the cell has. */
    static CellRecord repeated(CellRecord cell, double... factors) {
        List<RepeatRecord> repeats = new ArrayList<>();
        for (double factor : factors) {
            repeats.add(repeat(cell, repeats.size(), factor, null));
        }
        return CellBuilder.like(cell)
                .tiers(cell.tiers().stream().map(RepeatFixture::withNoise).toList())
                .repeats(repeats)
                .build();
    }

    /** Gives the cell two repeats, the second of which its server did not outlive. */
    static CellRecord inTrouble(CellRecord cell, String trouble) {
        return CellBuilder.like(cell)
                .became(Status.ERROR, "error: " + trouble)
                .repeats(List.of(repeat(cell, 0, 1, null), repeat(cell, 1, 0.4, trouble)))
                .build();
    }

    private static RepeatRecord repeat(CellRecord cell, int number, double factor, @Nullable String trouble) {
        Map<String, @Nullable Double> metrics = new LinkedHashMap<>();
        cell.metrics().forEach((name, value) -> metrics.put(name, value == null ? null : (Double) (value * factor)));
        Instant startedAt = Objects.requireNonNull(cell.startedAt(), "the fixture's cells have a start");
        return new RepeatRecord(
                number,
                startedAt.plus(SWEEP.multipliedBy(number)),
                trouble,
                cell.counts(),
                metrics,
                List.of(),
                Objects.requireNonNull(cell.fitness(), "the fixture's cells have a fitness"));
    }

    private static TierRecord withNoise(TierRecord tier) {
        return new TierRecord(
                tier.name(),
                tier.status(),
                tier.message(),
                tier.checks().stream().map(RepeatFixture::withNoise).toList());
    }

    private static CheckRecord withNoise(CheckRecord check) {
        double mean = check.actual() == null ? 0 : check.actual();
        return new CheckRecord(
                check.metric(),
                check.kind(),
                check.limit(),
                check.actual(),
                check.unit(),
                check.n(),
                check.marginPct(),
                check.status(),
                check.message(),
                check.thresholdFile(),
                check.thresholdLine(),
                new CheckRecord.Noise(mean, 0.02 * mean, 0.95 * mean, 1.05 * mean, 0.0005, 4, null),
                check.baseline());
    }
}
