package atlas.validation.metric;

import atlas.validation.record.Series.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Sets the requests of a cell apart by what is known to change the time to the first token: the turn of a conversation,
 * and whether the server had any of the prompt in its cache.
 */
final class TtftGroups {

    private TtftGroups() {}

    /** Returns the groups by turn and by cache; none of a kind where all requests would be in one group. */
    static List<Group> of(List<MeasuredRequest> successes, WorkloadKind kind) {
        List<Group> groups =
                new ArrayList<>(severalOf(kind == WorkloadKind.PREFIX_PAIRS ? pairs(successes) : turns(successes)));
        groups.addAll(severalOf(List.of(
                group("cache", "cold", successes, request -> cachedTokens(request) == 0),
                group("cache", "warm", successes, request -> cachedTokens(request) > 0))));
        return List.copyOf(groups);
    }

    private static List<Optional<Group>> pairs(List<MeasuredRequest> successes) {
        return List.of(
                group("prefix", "cold", successes, request -> request.row().turn() == 0),
                group("prefix", "warm", successes, request -> request.row().turn() == 1));
    }

    private static List<Optional<Group>> turns(List<MeasuredRequest> successes) {
        return successes.stream()
                .map(request -> request.row().turn())
                .distinct()
                .sorted()
                .map(turn -> group(
                        "turn",
                        String.valueOf(turn + 1),
                        successes,
                        request -> request.row().turn() == turn))
                .toList();
    }

    private static List<Group> severalOf(List<Optional<Group>> groups) {
        List<Group> present = groups.stream().flatMap(Optional::stream).toList();
        return present.size() < 2 ? List.of() : present;
    }

    /** Returns the cached tokens, or -1, which belongs to no group, where they are not known. */
    private static int cachedTokens(MeasuredRequest request) {
        Integer cached = request.row().cachedTokens();
        return cached == null ? -1 : cached;
    }

    private static Optional<Group> group(
            String by, String name, List<MeasuredRequest> requests, Predicate<MeasuredRequest> belongs) {
        Samples samples = Samples.of(requests.stream()
                .filter(belongs)
                .map(request -> request.row().ttftMs())
                .filter(Objects::nonNull)
                .toList());
        Double median = samples.median();
        Double p90 = samples.percentile(90);
        return median == null || p90 == null
                ? Optional.empty()
                : Optional.of(new Group(by, name, (int) samples.n(), median, p90));
    }
}
