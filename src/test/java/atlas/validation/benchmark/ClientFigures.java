package atlas.validation.benchmark;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What one run of the client against a null server gave.
 *
 * @param ttftErrorMs mean TTFT beyond the pace that the server was asked to keep
 * @param ownErrorMs mean TTFT beyond the time that the server says it took
 * @param itlP99Ms 99th percentile of the gaps between tokens
 * @param itlSigmaMs their standard deviation
 * @param cpuMicrosPerEvent processor time of the whole process per streamed event
 * @param systemMicrosPerEvent of it the operating system's; NaN where that cannot be read
 * @param heapAfterMb heap that the measurement still holds
 * @param heapPeakMb most heap that was in use
 */
record ClientFigures(
        double ttftErrorMs,
        double ownErrorMs,
        double itlP99Ms,
        double itlSigmaMs,
        double cpuMicrosPerEvent,
        double systemMicrosPerEvent,
        double heapAfterMb,
        double heapPeakMb) {

    /** Returns each figure's median over repeats. */
    static ClientFigures median(List<ClientFigures> repeats) {
        return new ClientFigures(
                median(repeats, ClientFigures::ttftErrorMs),
                median(repeats, ClientFigures::ownErrorMs),
                median(repeats, ClientFigures::itlP99Ms),
                median(repeats, ClientFigures::itlSigmaMs),
                median(repeats, ClientFigures::cpuMicrosPerEvent),
                median(repeats, ClientFigures::systemMicrosPerEvent),
                median(repeats, ClientFigures::heapAfterMb),
                median(repeats, ClientFigures::heapPeakMb));
    }

    private static double median(List<ClientFigures> repeats, ToDoubleFunction<ClientFigures> figure) {
        double[] sorted = repeats.stream().mapToDouble(figure).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /** Writes the figures on one line, for {@link #parse}. */
    String line() {
        return String.format(
                Locale.ROOT,
                "%f %f %f %f %f %f %f %f",
                ttftErrorMs,
                ownErrorMs,
                itlP99Ms,
                itlSigmaMs,
                cpuMicrosPerEvent,
                systemMicrosPerEvent,
                heapAfterMb,
                heapPeakMb);
    }

    static ClientFigures parse(String line) {
        double[] numbers =
                Arrays.stream(line.split(" ")).mapToDouble(Double::parseDouble).toArray();
        return new ClientFigures(
                numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6], numbers[7]);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "TTFT error %6.2f ms, own %6.2f ms, ITL p99 %6.2f ms, sigma %5.2f ms, %5.2f us CPU per event"
                        + " (%.2f the system's), heap %4.0f MB held, %4.0f MB peak",
                ttftErrorMs,
                ownErrorMs,
                itlP99Ms,
                itlSigmaMs,
                cpuMicrosPerEvent,
                systemMicrosPerEvent,
                heapAfterMb,
                heapPeakMb);
    }
}
