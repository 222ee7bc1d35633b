package atlas.validation.metric;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** The raw samples of every latency over the successful requests of a cell. */
final class LatencySamples {

    private final Map<LatencyFamily, Samples> samples;

    private LatencySamples(Map<LatencyFamily, Samples> samples) {
        this.samples = samples;
    }

    static LatencySamples of(List<MeasuredRequest> successes) {
        Map<LatencyFamily, Samples> samples = new EnumMap<>(LatencyFamily.class);
        for (LatencyFamily family : LatencyFamily.values()) {
            samples.put(family, family == LatencyFamily.ITL ? tokenGaps(successes) : oneEach(family, successes));
        }
        return new LatencySamples(samples);
    }

    Samples of(LatencyFamily family) {
        return Objects.requireNonNull(samples.get(family), "every family has samples");
    }

    private static Samples oneEach(LatencyFamily family, List<MeasuredRequest> successes) {
        return Samples.of(successes.stream()
                .map(request -> value(family, request))
                .filter(Objects::nonNull)
                .toList());
    }

    private static Samples tokenGaps(List<MeasuredRequest> successes) {
        List<MeasuredRequest> timed =
                successes.stream().filter(request -> !request.coalesced()).toList();
        DoubleStream gaps = timed.stream().flatMapToDouble(MeasuredRequest::tokenGaps);
        return Samples.pooled(gaps.toArray(), timed.size());
    }

    private static @Nullable Double value(LatencyFamily family, MeasuredRequest request) {
        return switch (family) {
            case TTFT -> request.row().ttftMs();
            case TTFO -> request.row().ttfoMs();
            case TPOT -> request.tpotMs();
            case ITL -> throw new IllegalArgumentException("a request has many gaps");
            case E2EL -> request.row().e2eMs();
            case SCHEDULED_TTFT -> request.fromScheduled(request.row().ttftMs());
            case SCHEDULED_E2EL -> request.fromScheduled(request.row().e2eMs());
            case VLLM_TTFT -> request.row().vllmTtftMs();
        };
    }
}
