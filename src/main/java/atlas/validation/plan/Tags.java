package atlas.validation.plan;

import atlas.validation.metric.Tier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rules for names that become tags of rows: what may be written in a tag expression, and what is taken. */
public final class Tags {

    /** Tag of every tier row. */
    public static final String CELL_METRICS = "cell_metrics";

    /** Tag of every probe row. */
    public static final String API_CONFORMANCE = "api_conformance";

    /** Tag of the row that measures the cold start. */
    public static final String COLD_START = "cold_start";

    private static final List<String> ROWS = List.of(
            "configuration",
            "launch_container",
            "setup_sshd",
            "discover_topology",
            "model_fetch",
            "server_health",
            COLD_START,
            API_CONFORMANCE,
            "atlas_inference",
            CELL_METRICS,
            "print_results_table",
            "teardown",
            "compare",
            "run_deck");

    private static final Set<String> TAKEN = Stream.concat(
                    ROWS.stream(), Arrays.stream(Tier.values()).map(Tier::word))
            .collect(Collectors.toUnmodifiableSet());

    /** The operators of a tag expression, white space and control characters. */
    private static final Pattern ILLEGAL = Pattern.compile("[\\s\\p{Cntrl},()&|!]");

    private static final Pattern LOAD = Pattern.compile("conc\\d+|rate[\\d.]+");

    private Tags() {}

    /** Tells whether a tag expression can name this. */
    static boolean isLegal(String name) {
        return !name.isBlank() && !ILLEGAL.matcher(name).find();
    }

    /** Tells whether this already means a tier, a row or a load. */
    static boolean isTaken(String name) {
        return TAKEN.contains(name) || LOAD.matcher(name).matches();
    }
}
