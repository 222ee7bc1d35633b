package atlas.validation.config;

import atlas.validation.config.JsonValue.JsonObject;

/** Reads {@code params.repeats}: a number, or the least and the most of them. */
final class RepeatsReader {

    /** A cell that is measured more often than this is an endurance test. */
    static final int MAX_REPEATS = 1000;

    private static final String KEY = "repeats";

    private final ObjectReader params;
    private final Settings settings;

    RepeatsReader(ObjectReader params, Settings settings) {
        this.params = params;
        this.settings = settings;
    }

    Repeats read() {
        Repeats written = params.value(KEY) instanceof JsonObject ? range() : fixed();
        if (settings.calibrate().isEmpty()) {
            return written;
        }
        int runs = settings.calibrate().get();
        params.effective().override(params.name(KEY), runs, settings.origin("calibrate"));
        return Repeats.of(runs);
    }

    private Repeats fixed() {
        int times = params.integer(KEY, 1, 1, MAX_REPEATS);
        if (times == 2) {
            params.warning(
                    KEY,
                    params.name(KEY) + " 2 tells nothing of the noise between repeats",
                    "write at least " + Repeats.LEAST_FOR_NOISE + ", or 1");
        }
        return Repeats.of(times);
    }

    private Repeats range() {
        ObjectReader range = params.object(KEY);
        for (String end : new String[] {"min", "max"}) {
            if (!range.has(end)) {
                range.value(end);
                range.missing(end, "write both, such as {\"min\": 3, \"max\": 10}, or one number");
            }
        }
        int least = range.has("min")
                ? range.integer("min", Repeats.LEAST_FOR_NOISE, Repeats.LEAST_FOR_NOISE, MAX_REPEATS)
                : Repeats.LEAST_FOR_NOISE;
        int most = range.has("max") ? range.integer("max", least, Repeats.LEAST_FOR_NOISE, MAX_REPEATS) : least;
        range.finish();
        if (most < least) {
            range.problem(
                    "max",
                    "%s %d is below %s %d".formatted(range.name("max"), most, range.name("min"), least),
                    "write a max of at least " + least);
            return Repeats.of(least);
        }
        return new Repeats(least, most);
    }
}
