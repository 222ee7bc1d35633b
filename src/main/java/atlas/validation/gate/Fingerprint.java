package atlas.validation.gate;

import atlas.validation.record.ClientInfo;
import atlas.validation.record.Gpu;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Setting;
import atlas.validation.record.TargetRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What must be alike for the figures of two runs to be held against each other: the GPUs and their driver, the image,
 * the model, the kind of server, the machine that sends the load, and every setting that has a part in what is
 * measured. Immutable.
 *
 * @param fields what it is by the name of the field; {@code unknown} where the run does not tell
 */
public record Fingerprint(Map<String, String> fields) {

    /** Field of the container image: its name and its digest. */
    public static final String IMAGE = "image";

    /** Stands for every setting together where fields are named that may differ. */
    public static final String CONFIG = "config";

    private static final String UNKNOWN = "unknown";

    /** Fields that are not the name of a setting, in the order told. */
    private static final List<String> FACTS =
            List.of("server", "gpu", "gpu_driver", IMAGE, "model", "driver", "address", "client");

    /** Settings that have a part in what is measured, by their first words. */
    private static final List<String> SETTINGS =
            List.of("params.", "roles.", "container.runtime.", "model.precision", "model.revision", "gpu_arch");

    /** Settings among those that have none: how often is measured, and what is done before and beside it. */
    private static final Set<String> WITHOUT_EFFECT = Set.of(
            "params.port",
            "params.base_url",
            "params.driver",
            "params.repeats",
            "params.repeats.min",
            "params.repeats.max",
            "params.metric_percentiles",
            "params.ready_timeout_s",
            "params.restart_server",
            "params.api_key_env",
            "params.api_key_file",
            "params.ca_file");

    public Fingerprint {
        fields = Collections.unmodifiableMap(new TreeMap<>(fields));
    }

    /** Takes the fingerprint of a target of a finished run. */
    public static Fingerprint of(RunRecord run, TargetRecord target) {
        return of(target, run.settings(), run.client());
    }

    /**
     * Takes the fingerprint of a target.
     *
     * @param settings effective values of the run by name, as a run record has them
     */
    public static Fingerprint of(TargetRecord target, Map<String, Setting> settings, ClientInfo client) {
        Map<String, String> fields = new TreeMap<>();
        fields.put("server", target.simulated() ? "simulated" : "real");
        fields.put("gpu", gpus(target.gpus()));
        fields.put("gpu_driver", drivers(target.gpus()));
        fields.put(IMAGE, image(target));
        fields.put("model", target.model());
        fields.put("driver", target.driver());
        if (target.gpus().isEmpty() && !target.simulated()) {
            // Nothing else says which machine it was.
            fields.put("address", Objects.requireNonNullElse(target.baseUrl(), UNKNOWN));
        }
        fields.put("client", client.cpus() + " processors");
        String prefix = target.name() + "/";
        settings.forEach((name, setting) -> {
            String own = name.startsWith(prefix) ? name.substring(prefix.length()) : name;
            if (SETTINGS.stream().anyMatch(own::startsWith) && !WITHOUT_EFFECT.contains(own)) {
                fields.put(own, String.valueOf(setting.value()));
            }
        });
        return new Fingerprint(fields);
    }

    private static String gpus(List<Gpu> gpus) {
        return gpus.isEmpty()
                ? UNKNOWN
                : gpus.stream()
                        .collect(Collectors.groupingBy(Gpu::name, TreeMap::new, Collectors.counting()))
                        .entrySet()
                        .stream()
                        .map(entry -> entry.getValue() + " x " + entry.getKey())
                        .collect(Collectors.joining(", "));
    }

    private static String drivers(List<Gpu> gpus) {
        return gpus.isEmpty()
                ? UNKNOWN
                : gpus.stream()
                        .map(gpu -> Objects.requireNonNullElse(gpu.driverVersion(), UNKNOWN))
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(", "));
    }

    private static String image(TargetRecord target) {
        String image = target.image();
        String digest = target.imageDigest();
        if (image == null) {
            return "none";
        }
        return digest == null ? image : image + " (" + digest + ")";
    }

    /**
     * Returns the names of the fields that differ, in the order of {@link #fields()}.
     *
     * @param allowed names of fields that may: the name itself, the first words of settings such as {@code params}, or
     *     {@link #CONFIG} for every setting
     */
    List<String> differing(Fingerprint other, Collection<String> allowed) {
        Set<String> names = new LinkedHashSet<>(FACTS);
        names.addAll(fields.keySet());
        names.addAll(other.fields.keySet());
        return names.stream()
                .filter(name -> !Objects.equals(fields.get(name), other.fields.get(name)))
                .filter(name -> allowed.stream().noneMatch(may -> covers(may, name)))
                .toList();
    }

    private static boolean covers(String allowed, String field) {
        return field.equals(allowed)
                || field.startsWith(allowed + ".")
                || (allowed.equals(CONFIG) && !FACTS.contains(field));
    }

    /** Returns why a name of a field that may differ is none, with what to do; null when it is one. */
    public static @Nullable String objection(String allowed) {
        boolean setting = SETTINGS.stream()
                .anyMatch(
                        known -> known.startsWith(allowed + ".") || known.equals(allowed) || allowed.startsWith(known));
        if (FACTS.contains(allowed) || allowed.equals(CONFIG) || setting) {
            return null;
        }
        return "fields are %s, %s, or the name of a setting such as params.num_prompts"
                .formatted(String.join(", ", FACTS), CONFIG);
    }

    /**
     * Says what differs, one clause a field.
     *
     * @param there the other's name in the clause, such as {@code the baseline}
     */
    List<String> told(Fingerprint other, List<String> names, String there) {
        List<String> clauses = new ArrayList<>();
        for (String name : names) {
            clauses.add("%s: %s here, %s of %s".formatted(name, value(name), other.value(name), there));
        }
        return clauses;
    }

    private String value(String name) {
        return Objects.requireNonNullElse(fields.get(name), "not set");
    }
}
