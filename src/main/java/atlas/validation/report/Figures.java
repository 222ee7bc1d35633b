package atlas.validation.report;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes figures for people: as many decimals as carry meaning, and a dash, never a zero, for what was not measured.
 */
public final class Figures {

    public static final String MISSING = "-";

    private Figures() {}

    public static String of(@Nullable Double value) {
        if (value == null) {
            return MISSING;
        }
        double magnitude = Math.abs(value);
        if (magnitude >= 1e9) {
            return String.format(Locale.ROOT, "%.2e", value);
        }
        int decimals;
        if (magnitude == 0 || magnitude >= 10_000) {
            decimals = 0;
        } else if (magnitude >= 100) {
            decimals = 1;
        } else if (magnitude >= 1) {
            decimals = 2;
        } else {
            decimals = 3;
        }
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    /** Writes a margin with its sign, such as {@code +12.4 %}. */
    public static String percent(@Nullable Double value) {
        return value == null ? MISSING : String.format(Locale.ROOT, "%+.1f %%", value);
    }

    public static String seconds(@Nullable Double value) {
        if (value == null) {
            return MISSING;
        }
        return value < 100 ? String.format(Locale.ROOT, "%.1f s", value) : of(Duration.ofSeconds(Math.round(value)));
    }

    public static String of(Duration duration) {
        long seconds = Math.max(0, duration.toSeconds());
        if (seconds < 100) {
            return seconds + " s";
        }
        if (seconds < 3_600) {
            return String.format(Locale.ROOT, "%d min %02d s", seconds / 60, seconds % 60);
        }
        return String.format(Locale.ROOT, "%d h %02d min", seconds / 3_600, seconds % 3_600 / 60);
    }
}
