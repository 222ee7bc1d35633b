package atlas.validation.model;

import java.util.Locale;

/** Writes amounts of bytes for people. */
public final class Bytes {

    private static final double STEP = 1024;

    private Bytes() {}

    /** Returns such as {@code 21.3 GiB}. */
    public static String of(long bytes) {
        double gibibytes = bytes / (STEP * STEP * STEP);
        if (gibibytes >= 1) {
            return String.format(Locale.ROOT, "%.1f GiB", gibibytes);
        }
        double mebibytes = bytes / (STEP * STEP);
        return mebibytes >= 1 ? String.format(Locale.ROOT, "%.1f MiB", mebibytes) : bytes + " bytes";
    }
}
