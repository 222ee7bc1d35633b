package atlas.validation.metric;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * When the tokens of successful requests arrived, in order. All tokens of an event arrive with it; where the tokens of
 * each event are not known, a request's tokens are spread evenly over its events.
 */
final class TokenArrivals {

    private record Arrival(double atMs, double tokens) {}

    private final List<Arrival> arrivals;

    private TokenArrivals(List<Arrival> arrivals) {
        this.arrivals = arrivals;
    }

    static TokenArrivals of(List<MeasuredRequest> successes) {
        List<Arrival> arrivals = new ArrayList<>();
        for (MeasuredRequest request : successes) {
            Double first = request.firstTokenAt();
            Integer n = request.row().completionTokens();
            if (first == null || n == null) {
                continue;
            }
            double[] gaps = request.row().chunkGapsMs();
            int[] known = request.chunkTokens();
            double even = (double) n / (gaps.length + 1);
            double at = first;
            for (int event = 0; event <= gaps.length; event++) {
                if (event > 0) {
                    at += gaps[event - 1];
                }
                arrivals.add(new Arrival(at, known != null ? known[event] : even));
            }
        }
        arrivals.sort(Comparator.comparingDouble(Arrival::atMs));
        return new TokenArrivals(arrivals);
    }

    /** Returns the tokens that arrived after the beginning of {@code window} and not after its end. */
    double within(Span window) {
        return arrivals.stream()
                .filter(arrival -> window.contains(arrival.atMs()) && arrival.atMs() > window.startMs())
                .mapToDouble(Arrival::tokens)
                .sum();
    }

    /** Returns the most tokens in any stretch of {@code widthMs}, its end excluded. */
    double mostWithin(double widthMs) {
        double most = 0;
        double inside = 0;
        int oldest = 0;
        for (Arrival newest : arrivals) {
            inside += newest.tokens();
            while (arrivals.get(oldest).atMs() <= newest.atMs() - widthMs) {
                inside -= arrivals.get(oldest).tokens();
                oldest++;
            }
            most = Math.max(most, inside);
        }
        return most;
    }

    /** Returns the tokens per second in each of {@code buckets} stretches of {@code widthMs} from 0. */
    List<Double> perSecond(int buckets, double widthMs) {
        double[] tokens = new double[buckets];
        for (Arrival arrival : arrivals) {
            tokens[Math.clamp((long) (arrival.atMs() / widthMs), 0, buckets - 1)] += arrival.tokens();
        }
        List<Double> rates = new ArrayList<>(buckets);
        for (double count : tokens) {
            rates.add(count * 1000 / widthMs);
        }
        return rates;
    }
}
