package atlas.validation.plan;

import atlas.validation.metric.Tier;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rules for names that become tags of rows, and so keys of a threshold file and names of files: which signs they
 * have, and what is taken.
 */
public final class Tags {

    /** Tag of every tier row. */
    public static final String CELL_METRICS = "cell_metrics";

    /** Tag of every probe row. */
    public static final String API_CONFORMANCE = "api_conformance";

    /** Tag of the row that measures the cold start. */
    public static final String COLD_START = "cold_start";

    private static final int MOST_SIGNS = 100;

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

    /** What a tag expression, a threshold file, a path and a spreadsheet all take for a plain name. */
    private static final Pattern LEGAL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._+-]{0,%d}".formatted(MOST_SIGNS - 1));

    private static final Pattern LOAD = Pattern.compile("conc\\d+|rate[\\d.]+");

    private Tags() {}

    /** Tells whether this can be a tag, a key, a part of a path and a field of a table alike. */
    static boolean isLegal(String name) {
        return LEGAL.matcher(name).matches();
    }

    /** Tells what keeps a name from being used, behind {@code 'name' }; an empty answer means that it can be. */
    static Optional<String> objection(String name) {
        if (isLegal(name)) {
            return isTaken(name) ? Optional.of("already means a tier, a row or a load") : Optional.empty();
        }
        if (name.startsWith("_")) {
            return Optional.of("begins with _, as comments do: a threshold file could not name its cells");
        }
        if (name.length() > MOST_SIGNS) {
            return Optional.of("is longer than " + MOST_SIGNS + " characters");
        }
        return Optional.of(
                "cannot be tag, key and file name at once: only letters a to z, digits and . _ + - can, behind a letter"
                        + " or digit");
    }

    /** Tells whether this already means a tier, a row or a load. */
    static boolean isTaken(String name) {
        return TAKEN.contains(name) || LOAD.matcher(name).matches();
    }
}
