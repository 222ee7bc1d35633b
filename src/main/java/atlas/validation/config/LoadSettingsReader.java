package atlas.validation.config;

import atlas.validation.config.JsonValue.JsonString;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the {@code params} that say how cells are loaded. */
final class LoadSettingsReader {

    /** What a client on one machine can send at most, and more than any server of large models takes. */
    static final double MAX_RATE = 100_000;

    static final int MAX_CONCURRENCY = 65_536;

    private static final double MAX_BURSTINESS = 1_000_000;

    private final ObjectReader params;

    LoadSettingsReader(ObjectReader params) {
        this.params = params;
    }

    LoadSettings read() {
        double burstiness = params.number("burstiness", 1.0, NumberRange.above(0, MAX_BURSTINESS));
        return new LoadSettings(
                rate(),
                arrival(burstiness),
                burstiness,
                params.secondsOrNone("ramp_s", 0),
                params.optionalSeconds("duration_s"),
                params.secondsOrNone("drain_s", 30),
                params.optionalInteger("max_concurrency", 1, MAX_CONCURRENCY),
                params.has("num_prompts"));
    }

    private @Nullable Double rate() {
        Double rate = rate(params, "request_rate");
        if (rate == null) {
            params.effective().byDefault(params.name("request_rate"), "inf");
        }
        return rate;
    }

    /** Reads requests per second; {@code inf}, as vLLM and CVS have it, is no rate. */
    static @Nullable Double rate(ObjectReader reader, String key) {
        boolean unlimited = reader.value(key) instanceof JsonString string
                && string.text().strip().equals("inf");
        return unlimited ? null : reader.optionalNumber(key, NumberRange.above(0, MAX_RATE));
    }

    /** Burstiness alone asks for gamma-distributed gaps, as it does in vLLM. */
    private Arrival arrival(double burstiness) {
        boolean gamma = burstiness != 1;
        Arrival arrival =
                params.choice("arrival", gamma ? Arrival.GAMMA : Arrival.POISSON, Arrival.class, Arrival::word);
        if (gamma && arrival != Arrival.GAMMA) {
            params.problem(
                    "burstiness",
                    "%s %s is a shape of gamma-distributed gaps, and %s asks for %s ones"
                            .formatted(
                                    params.name("burstiness"),
                                    params.at("burstiness").shown(),
                                    params.name("arrival"),
                                    arrival.word()),
                    "remove one of the two");
        }
        return arrival;
    }

    /** Warns of what is written and means nothing to the cells at hand. */
    static void warnOfWhatHasNoEffect(ObjectReader params, LoadSettings load, List<SweepRun> runs) {
        boolean anyRate = runs.stream().anyMatch(SweepRun::isAtRate);
        Map<String, Boolean> written = new TreeMap<>();
        written.put("arrival", load.arrival() != Arrival.POISSON);
        written.put("max_concurrency", load.maxConcurrency() != null);
        written.put("ramp_s", !load.ramp().isZero());
        written.forEach((key, asked) -> {
            if (asked && !anyRate && params.has(key)) {
                params.warning(
                        key,
                        params.name(key) + " has no effect, as no run has a request_rate",
                        "give a run a request_rate, or remove it");
            }
        });
        if (load.requestRate() != null && !runs.isEmpty() && !anyRate) {
            params.warning(
                    "request_rate",
                    params.name("request_rate") + " has no effect, as every run has a concurrency",
                    "write a run without a concurrency");
        }
    }
}
