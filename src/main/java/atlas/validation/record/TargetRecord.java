package atlas.validation.record;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One server under test.
 *
 * @param name the config's name: the stem of its file
 * @param status the worst of its parts
 * @param message one sentence, or null when there is nothing to say
 * @param configFile the config as its user named it
 * @param configSha256 SHA-256 of that file, in hexadecimal
 * @param profile the profile that ran, or null for a config without profiles
 * @param driver {@code atlas}, {@code vllm}, {@code sglang} or {@code openai}
 * @param model the model that was asked for
 * @param baseUrl where the server answered, or null when none was reached
 * @param simulated whether a simulator stood in for the server
 * @param enforced whether its thresholds are enforced
 * @param thresholdFile the threshold file, or null when there is none
 * @param image the container image, or null
 * @param imageDigest its digest, or null
 * @param serverVersion what the server says it is, or null
 * @param capabilities what was found out about its API before the first cell, such as {@code length_forcing}, the
 *     fields by which answers were made to reach their length; empty when no cell ran
 * @param warnings what a reader should know
 * @param findings phrases with a meaning that its log held, in the order first seen
 * @param gpus the GPUs that serve; empty where nothing is known about them
 * @param nodes the machines that serve, as they were found; empty where nothing is known about them
 * @param roundTripMs median time of a round trip on the network to the server, or null where it was not measured
 * @param stages the lifecycle, in the order it ran
 * @param coldStart times to the first tokens, or null
 * @param targetTiers what is judged once per server, such as the cold start
 * @param probes the API conformance probes
 * @param cells the selected cells, in plan order
 * @param repeats how often they were measured, or null for a target whose cells are measured once
 * @param precision the precision of the model's weights as its config says, or null where it does not
 * @param sampling the sampling fields that every request carried
 */
public record TargetRecord(
        String name,
        Status status,
        @Nullable String message,
        String configFile,
        String configSha256,
        @Nullable String profile,
        String driver,
        String model,
        @Nullable String baseUrl,
        boolean simulated,
        boolean enforced,
        @Nullable String thresholdFile,
        @Nullable String image,
        @Nullable String imageDigest,
        @Nullable String serverVersion,
        Map<String, Object> capabilities,
        List<Warning> warnings,
        List<LogFinding> findings,
        List<Gpu> gpus,
        List<NodeRecord> nodes,
        @Nullable Double roundTripMs,
        List<StageRecord> stages,
        @Nullable ColdStart coldStart,
        List<TierRecord> targetTiers,
        List<ProbeRecord> probes,
        List<CellRecord> cells,
        @Nullable SweepRepeats repeats,
        @Nullable String precision,
        Map<String, Object> sampling) {

    public TargetRecord {
        // A record of an older suite has none.
        sampling = sampling == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(sampling));
        capabilities = Collections.unmodifiableMap(new LinkedHashMap<>(capabilities));
        warnings = List.copyOf(warnings);
        findings = List.copyOf(findings);
        gpus = List.copyOf(gpus);
        nodes = List.copyOf(nodes);
        stages = List.copyOf(stages);
        targetTiers = List.copyOf(targetTiers);
        probes = List.copyOf(probes);
        cells = List.copyOf(cells);
    }

    /**
     * Returns the same target judged anew.
     *
     * @param newlyEnforced whether the thresholds are enforced
     * @param newThresholdFile the threshold file
     * @param newTargetTiers what is judged once per server
     * @param newCells the cells
     */
    public TargetRecord judged(
            Status newStatus,
            @Nullable String newMessage,
            boolean newlyEnforced,
            @Nullable String newThresholdFile,
            List<TierRecord> newTargetTiers,
            List<CellRecord> newCells) {
        return new TargetRecord(
                name,
                newStatus,
                newMessage,
                configFile,
                configSha256,
                profile,
                driver,
                model,
                baseUrl,
                simulated,
                newlyEnforced,
                newThresholdFile,
                image,
                imageDigest,
                serverVersion,
                capabilities,
                warnings,
                findings,
                gpus,
                nodes,
                roundTripMs,
                stages,
                coldStart,
                newTargetTiers,
                probes,
                newCells,
                repeats,
                precision,
                sampling);
    }
}
