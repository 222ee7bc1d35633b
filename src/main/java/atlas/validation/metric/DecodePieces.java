package atlas.validation.metric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reduces the gaps of one answer to few pieces whose lengths add up to the same time: a stall, which is what one looks
 * for, stands alone and keeps its length, and the gaps between stalls are joined.
 */
final class DecodePieces {

    /** With the runs between them, at most 21 pieces. */
    static final int MOST_STALLS = 10;

    /** A gap is a stall when it is so many times the median of its answer. */
    private static final double STALL = 2;

    private static final double TENTHS_PER_MILLI = 10;

    private DecodePieces() {}

    /** Returns pieces {@code [length, greatest gap in it]} in ms, to a tenth: nobody sees less on a drawing. */
    static List<double[]> of(double[] gapsMs) {
        double longest = longestJoined(gapsMs);
        List<double[]> pieces = new ArrayList<>();
        double length = 0;
        double greatest = 0;
        for (double gap : gapsMs) {
            if (gap > longest) {
                addRun(pieces, length, greatest);
                pieces.add(new double[] {tenths(gap), tenths(gap)});
                length = 0;
                greatest = 0;
            } else {
                length += gap;
                greatest = Math.max(greatest, gap);
            }
        }
        addRun(pieces, length, greatest);
        return List.copyOf(pieces);
    }

    /** Returns the longest gap that is joined to a run: every one that is no stall, and all but the longest stalls. */
    private static double longestJoined(double[] gapsMs) {
        if (gapsMs.length == 0) {
            return 0;
        }
        double[] sorted = gapsMs.clone();
        Arrays.sort(sorted);
        double stall = sorted[sorted.length / 2] * STALL;
        int next = sorted.length - 1 - MOST_STALLS;
        return next < 0 ? stall : Math.max(stall, sorted[next]);
    }

    private static void addRun(List<double[]> pieces, double length, double greatest) {
        if (length > 0) {
            pieces.add(new double[] {tenths(length), tenths(greatest)});
        }
    }

    private static double tenths(double millis) {
        return Math.round(millis * TENTHS_PER_MILLI) / TENTHS_PER_MILLI;
    }
}
