package atlas.validation.metric;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many requests were in flight at any moment, from their own times: each from sent to the last moment that it is
 * known to have been in flight. At one and the same moment an end counts before a send, as the one makes room for the
 * other.
 */
final class InFlight {

    private record Change(double atMs, int by) {}

    private record Level(double atMs, int count) {}

    private final List<Level> levels;

    private InFlight(List<Level> levels) {
        this.levels = levels;
    }

    static InFlight of(List<MeasuredRequest> requests) {
        List<Change> changes = new ArrayList<>();
        for (MeasuredRequest request : requests) {
            Double sent = request.sentAt();
            Double last = request.lastKnownAt();
            if (sent != null && last != null && last > sent) {
                changes.add(new Change(sent, 1));
                changes.add(new Change(last, -1));
            }
        }
        changes.sort(Comparator.comparingDouble(Change::atMs).thenComparingInt(Change::by));
        List<Level> levels = new ArrayList<>(changes.size());
        int count = 0;
        for (Change change : changes) {
            count += change.by();
            levels.add(new Level(change.atMs(), count));
        }
        return new InFlight(levels);
    }

    /** Returns the greatest number in flight at any moment. */
    int max() {
        return levels.stream().mapToInt(Level::count).max().orElse(0);
    }

    /** Returns the first moment at which {@code count} were in flight, or null when there never were. */
    @Nullable
    Double firstAt(int count) {
        return levels.stream()
                .filter(level -> level.count() >= count)
                .map(Level::atMs)
                .findFirst()
                .orElse(null);
    }

    /** Returns the number in flight at a moment, its own changes included. */
    int at(double atMs) {
        int low = 0;
        int high = levels.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (levels.get(middle).atMs() <= atMs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? 0 : levels.get(low - 1).count();
    }

    /** Returns the mean number in flight from the first send to the last end, or null when that is no time. */
    @Nullable
    Double mean() {
        double area = 0;
        for (int i = 1; i < levels.size(); i++) {
            Level level = levels.get(i - 1);
            area += level.count() * (levels.get(i).atMs() - level.atMs());
        }
        double time = levels.isEmpty()
                ? 0
                : levels.getLast().atMs() - levels.getFirst().atMs();
        return time > 0 ? (Double) (area / time) : null;
    }

    /** Returns the number in flight at the end of each of {@code buckets} stretches of {@code widthMs} from 0. */
    List<Integer> atEnds(int buckets, double widthMs) {
        List<Integer> counts = new ArrayList<>(buckets);
        int next = 0;
        int count = 0;
        for (int bucket = 1; bucket <= buckets; bucket++) {
            while (next < levels.size() && levels.get(next).atMs() < bucket * widthMs) {
                count = levels.get(next).count();
                next++;
            }
            counts.add(count);
        }
        return counts;
    }
}
