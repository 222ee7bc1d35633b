package atlas.validation.testing;

import atlas.validation.record.CellRecord;
import atlas.validation.record.Outcome;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Series;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A run of 200 cells and 200,000 requests, with as much of each cell kept for drawing as a run keeps at most. */
public final class LargeRecord {

    private static final List<Integer> CONCURRENCIES = List.of(1, 2, 4, 8, 16, 32, 64, 128, 256, 512);
    private static final int SHAPES = 20;
    private static final int BUCKETS = 200;
    private static final int POINTS = 100;
    private static final int LANES = 100;
    private static final int PIECES = 21;

    private final Random random = new Random(7);

    private LargeRecord() {}

    public static RunRecord record() {
        return new LargeRecord().build();
    }

    private RunRecord build() {
        List<CellRecord> cells = new ArrayList<>();
        for (int shape = 0; shape < SHAPES; shape++) {
            for (int users : CONCURRENCIES) {
                CellFixture cell = new CellFixture("shape_" + shape, 128 * (shape + 1), 256, users);
                if (shape == 3 && users == 64) {
                    cell.throughputLimit(1e9);
                }
                cells.add(cell.series(series(users)).build());
            }
        }
        TargetRecord target = TargetFixture.target("l40s_atlas_large", false, true, Status.FAIL, null, cells);
        return RunFixture.run(Status.FAIL, "1 of 1400 enforced checks failed", 1, List.of(target), null, List.of());
    }

    private Series series(int users) {
        List<@Nullable Double> lag = IntStream.range(0, BUCKETS)
                .mapToObj(i -> i % 9 == 0 ? null : millis(3))
                .toList();
        return new Series(
                500,
                IntStream.range(0, BUCKETS).mapToObj(i -> users).toList(),
                IntStream.range(0, BUCKETS).mapToObj(i -> millis(3_000)).toList(),
                IntStream.range(0, BUCKETS).mapToObj(i -> i == 150 ? 1 : 0).toList(),
                new ArrayList<>(lag),
                Map.of("ttft", curve(400), "tpot", curve(30), "e2e", curve(9_000)),
                List.of(new Series.Group("turn", "1", 500, 120, 180), new Series.Group("turn", "2", 500, 60, 80)),
                IntStream.range(0, LANES).mapToObj(this::lane).toList(),
                millis(1_000),
                90_000 + millis(1_000),
                new Series.Objective(500.0, 25.0, null));
    }

    private Series.Lane lane(int index) {
        List<double[]> pieces = IntStream.range(0, PIECES)
                .mapToObj(i -> new double[] {tenths(200), tenths(100)})
                .toList();
        double ttft = millis(400);
        double decode = pieces.stream().mapToDouble(piece -> piece[0]).sum();
        return new Series.Lane(
                index * 10,
                0,
                index % 2 == 0,
                index * 900 + millis(1),
                millis(2),
                ttft,
                ttft + decode,
                pieces,
                1_024,
                0,
                index == 50 ? Outcome.IDLE_TIMEOUT : Outcome.SUCCESS);
    }

    private List<double[]> curve(double most) {
        double[] samples = random.doubles(POINTS, 0, most).sorted().toArray();
        return IntStream.range(0, POINTS)
                .mapToObj(i -> new double[] {(i + 1.0) / POINTS, Math.round(samples[i] * 1000) / 1000.0})
                .toList();
    }

    private double millis(double most) {
        return Math.round(random.nextDouble() * most * 1000) / 1000.0;
    }

    private double tenths(double most) {
        return Math.round(random.nextDouble() * most * 10) / 10.0 + 0.1;
    }
}
