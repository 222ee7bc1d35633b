package atlas.validation.metric;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Compares, over the pairs of which both requests succeeded, the first with the second. */
final class PrefixFigures {

    /** As much of the shared beginning as no server can miss by the size of its blocks. */
    private static final double LEAST_CACHED = 0.01;

    private PrefixFigures() {}

    static void addTo(Figures figures, MeasuredCell cell) {
        if (cell.input().kind() != WorkloadKind.PREFIX_PAIRS) {
            return;
        }
        List<Pair> pairs = pairs(cell);
        Samples cold = samples(pairs, Pair::cold);
        Samples warm = samples(pairs, Pair::warm);
        figures.add("cold_ttft_ms", cold.median(), cold.n());
        figures.add("warm_ttft_ms", warm.median(), warm.n());
        figures.add("warm_ttft_ratio", Figures.ratio(warm.median(), cold.median()), Math.min(cold.n(), warm.n()));
        figures.add("warm_cached_ratio", cachedShare(pairs), pairs.size());
    }

    /** Tells whether the server says that its cache helped no second request of a pair. */
    static boolean cachedNothing(MeasuredCell cell) {
        Double share = cachedShare(pairs(cell));
        return share != null && share < LEAST_CACHED;
    }

    /** Two successes that begin alike. */
    private record Pair(MeasuredRequest cold, MeasuredRequest warm) {}

    private static List<Pair> pairs(MeasuredCell cell) {
        Map<Integer, MeasuredRequest> first = new HashMap<>();
        cell.successes().stream()
                .filter(request -> request.row().turn() == 0)
                .forEach(request -> first.put(request.row().index(), request));
        List<Pair> pairs = new ArrayList<>();
        for (MeasuredRequest request : cell.successes()) {
            MeasuredRequest cold =
                    request.row().turn() == 1 ? first.get(request.row().index() - 1) : null;
            if (cold != null) {
                pairs.add(new Pair(cold, request));
            }
        }
        return pairs;
    }

    private static Samples samples(List<Pair> pairs, Function<Pair, MeasuredRequest> side) {
        return Samples.of(pairs.stream()
                .map(pair -> side.apply(pair).row().ttftMs())
                .filter(Objects::nonNull)
                .toList());
    }

    /** Returns cached / prompt tokens of the second requests, or null where a server does not tell them. */
    private static @Nullable Double cachedShare(List<Pair> pairs) {
        List<MeasuredRequest> warm = pairs.stream().map(Pair::warm).toList();
        return Figures.ratio(
                MeasuredCell.sum(warm, request -> request.row().cachedTokens()),
                MeasuredCell.sum(warm, request -> request.row().promptTokens()));
    }
}
