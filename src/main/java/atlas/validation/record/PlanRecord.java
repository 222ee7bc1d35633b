package atlas.validation.record;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run would do, as plain data: what people and programs read before anything is started.
 *
 * @param configs the configs that were asked for, as their user named them
 * @param groups tag expression of the rows to run, or null
 * @param excludedGroups tag expression of the rows to leave out, or null
 * @param problems what is wrong with the input; with one of them there are no targets
 * @param warnings what is odd about it and does no harm
 * @param targets the servers, in the order in which they would be validated
 * @param estimate of all of them
 */
public record PlanRecord(
        List<String> configs,
        @Nullable String groups,
        @Nullable String excludedGroups,
        List<Problem> problems,
        List<Problem> warnings,
        List<Target> targets,
        Estimate estimate) {

    public PlanRecord {
        configs = List.copyOf(configs);
        problems = List.copyOf(problems);
        warnings = List.copyOf(warnings);
        targets = List.copyOf(targets);
    }

    /**
     * One server.
     *
     * @param name the name of its config
     * @param configFile the config, as its user named it
     * @param profile the profile that was chosen, or null
     * @param driver which kind of server it is
     * @param model the model, or null where the server is asked
     * @param runtime {@code docker}, {@code embedded} or {@code none}
     * @param image the container's image, or null
     * @param baseUrl where the server is that runs already, or null where it is launched
     * @param thresholdFile the threshold file, or null
     * @param enforced whether a missed limit fails the run
     * @param clusterFile the cluster file, or null for this machine
     * @param readyTimeoutSeconds how long the server may take to become ready
     * @param coldStart whether the cold start is measured
     * @param probes the API probes
     * @param limits what is measured once per server is held against
     * @param cells the cells that would run
     * @param cellsOfConfig how many cells the config has
     * @param estimate of this server
     */
    public record Target(
            String name,
            String configFile,
            @Nullable String profile,
            String driver,
            @Nullable String model,
            String runtime,
            @Nullable String image,
            @Nullable String baseUrl,
            @Nullable String thresholdFile,
            boolean enforced,
            @Nullable String clusterFile,
            double readyTimeoutSeconds,
            boolean coldStart,
            List<String> probes,
            List<Limit> limits,
            List<Cell> cells,
            int cellsOfConfig,
            Estimate estimate) {

        public Target {
            probes = List.copyOf(probes);
            limits = List.copyOf(limits);
            cells = List.copyOf(cells);
        }
    }

    /**
     * One cell of the sweep.
     *
     * @param id the cell, which is its tag too
     * @param key its key in the form of CVS, or null for a shape without an input length
     * @param combo its shape
     * @param workload what the requests of the shape ask for
     * @param load the tag of its load, such as {@code conc8}
     * @param tags every tag that chooses some of its rows
     * @param tiers the tiers that would be judged
     * @param repeats how often it is measured at most
     * @param requests measured requests of one repeat, or null where only the clock ends it
     * @param durationSeconds how long they are sent, or null where their number ends it
     * @param warmupRequests uncounted requests before them
     * @param leftOut whether the threshold file leaves it out on purpose
     * @param limits what its figures are held against
     * @param estimate of it, warm-up and repeats among it
     */
    public record Cell(
            String id,
            @Nullable String key,
            String combo,
            String workload,
            String load,
            List<String> tags,
            List<String> tiers,
            int repeats,
            @Nullable Integer requests,
            @Nullable Double durationSeconds,
            int warmupRequests,
            boolean leftOut,
            List<Limit> limits,
            Estimate estimate) {

        public Cell {
            tags = List.copyOf(tags);
            tiers = List.copyOf(tiers);
            limits = List.copyOf(limits);
        }
    }

    /**
     * A limit that a figure would be held against.
     *
     * @param metric the figure
     * @param kind the kind of limit, as the file spells it
     * @param rule what is asked, such as {@code at least 900 tok/s}
     * @param enforced whether missing it fails the run
     * @param file the threshold file
     * @param line 1-based line in it
     */
    public record Limit(String metric, String kind, String rule, boolean enforced, String file, int line) {}

    /**
     * What something would take, guessed without asking a server.
     *
     * @param requests requests that would be sent, warm-up among them; null where only the clock tells
     * @param seconds time of the load alone, or null where nothing tells; the start of the server comes on top
     * @param promptTokens tokens of all prompts, or null where their length is not known
     * @param completionTokens most tokens of all answers, or null where they have no limit
     * @param basis what the time rests on, one sentence each
     */
    public record Estimate(
            @Nullable Long requests,
            @Nullable Double seconds,
            @Nullable Long promptTokens,
            @Nullable Long completionTokens,
            List<String> basis) {

        public Estimate {
            basis = List.copyOf(basis);
        }
    }
}
