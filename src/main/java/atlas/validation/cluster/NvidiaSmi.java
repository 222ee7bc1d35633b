package atlas.validation.cluster;

import atlas.validation.cluster.ReportParts.Part;
import atlas.validation.record.GpuProcess;
import atlas.validation.record.NodeGpu;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the answers of {@code nvidia-smi}. Its CSV form is asked for and not its XML: a field is what its name says in
 * every version of the driver, and one that an older driver does not know costs that field alone.
 */
final class NvidiaSmi {

    private static final Pattern LISTED_GPU = Pattern.compile("GPU (\\d+):.*");
    private static final Pattern INSTANCE = Pattern.compile("MIG (\\S+)\\s+Device.*");
    private static final Pattern LINK_SPEED = Pattern.compile("Link \\d+: ([\\d.]+) GB/s");
    private static final Pattern BUS_ID = Pattern.compile("[0-9a-f]{4,8}:([0-9a-f]{2}:[0-9a-f]{2}\\.[0-9a-f])");
    private static final String IDENTITY = "index,uuid,name";

    private final ReportParts parts;

    NvidiaSmi(ReportParts parts) {
        this.parts = parts;
    }

    /** Returns why there is nothing to know, in the tool's words, or null when it answered. */
    @Nullable
    String trouble() {
        if (parts.has("no-nvidia-smi")) {
            return "there is no nvidia-smi";
        }
        if (parts.parts().stream().noneMatch(part -> part.name().startsWith("gpu "))) {
            return "nvidia-smi was not asked";
        }
        return gpus().isEmpty() ? said() : null;
    }

    /** The last question is the smallest one: what it met is the matter itself. */
    private String said() {
        return parts.parts().stream()
                .filter(part -> part.name().startsWith("gpu " + IDENTITY))
                .reduce((first, second) -> second)
                .flatMap(part -> part.lines().stream().findFirst())
                .orElse("nvidia-smi says nothing");
    }

    List<NodeGpu> gpus() {
        Map<Integer, Map<String, Told>> answers = answers();
        Map<String, List<GpuProcess>> processes = processes();
        Map<Integer, List<String>> instances = instances();
        Map<Integer, List<Double>> links = links();
        Map<String, Integer> numa = numaNodes();
        List<NodeGpu> gpus = new ArrayList<>();
        answers.forEach((index, fields) -> {
            String uuid = told(fields, "uuid").word();
            List<Double> speeds = links.get(index);
            gpus.add(new NodeGpu(
                    index,
                    Optional.ofNullable(told(fields, "name").word()).orElse("unknown"),
                    uuid,
                    told(fields, "driver_version").word(),
                    told(fields, "compute_cap").word(),
                    told(fields, "memory.total").amount(),
                    told(fields, "memory.used").amount(),
                    told(fields, "mig.mode.current").word(),
                    instances.getOrDefault(index, List.of()),
                    told(fields, "power.limit").number(),
                    told(fields, "power.default_limit").number(),
                    told(fields, "clocks.current.sm").count(),
                    told(fields, "clocks.max.sm").count(),
                    told(fields, "clocks.current.memory").count(),
                    told(fields, "clocks.max.memory").count(),
                    told(fields, "pcie.link.gen.current").count(),
                    told(fields, "pcie.link.gen.max").count(),
                    told(fields, "pcie.link.width.current").count(),
                    told(fields, "pcie.link.width.max").count(),
                    speeds == null ? null : (Integer) speeds.size(),
                    speeds == null ? null : rounded(speeds),
                    numa.get(busAddress(told(fields, "pci.bus_id").word())),
                    uuid == null ? List.of() : processes.getOrDefault(uuid, List.of())));
        });
        return gpus;
    }

    private static Double rounded(List<Double> speeds) {
        double sum = speeds.stream().mapToDouble(speed -> speed).sum();
        return Math.round(sum * 1000) / 1000.0;
    }

    private static Told told(Map<String, Told> fields, String name) {
        return fields.getOrDefault(name, new Told(null));
    }

    /** Returns every field that was answered, by GPU. Lines that are no answer, such as errors, have no number. */
    private Map<Integer, Map<String, Told>> answers() {
        Map<Integer, Map<String, Told>> answers = new LinkedHashMap<>();
        for (Part part : parts.parts()) {
            if (!part.name().startsWith("gpu ")) {
                continue;
            }
            String[] names = part.name().substring("gpu ".length()).split(",");
            boolean identity = part.name().startsWith("gpu " + IDENTITY);
            for (String line : part.lines()) {
                String[] values = line.split(",", -1);
                Integer index = new Told(values[0]).count();
                if (values.length != names.length || index == null || (!identity && !answers.containsKey(index))) {
                    continue;
                }
                Map<String, Told> fields = answers.computeIfAbsent(index, unused -> new HashMap<>());
                for (int i = 1; i < names.length; i++) {
                    fields.put(names[i], new Told(values[i]));
                }
            }
        }
        return answers;
    }

    private Map<String, List<GpuProcess>> processes() {
        Map<String, List<GpuProcess>> processes = new HashMap<>();
        for (String line : parts.lines("processes")) {
            // A program's path comes last, and may itself have commas.
            String[] values = line.split(",", 4);
            if (values.length == 4 && values[0].strip().startsWith("GPU-")) {
                processes
                        .computeIfAbsent(values[0].strip(), unused -> new ArrayList<>())
                        .add(new GpuProcess(
                                new Told(values[1]).amount(),
                                new Told(values[3]).word(),
                                new Told(values[2]).amount()));
            }
        }
        return processes;
    }

    private Map<Integer, List<String>> instances() {
        Map<Integer, List<String>> instances = new HashMap<>();
        int gpu = -1;
        for (String line : parts.lines("list")) {
            Matcher listed = LISTED_GPU.matcher(line);
            Matcher instance = INSTANCE.matcher(line);
            if (listed.matches()) {
                gpu = Integer.parseInt(listed.group(1));
            } else if (instance.matches()) {
                instances.computeIfAbsent(gpu, unused -> new ArrayList<>()).add(instance.group(1));
            }
        }
        return instances;
    }

    /** Returns the speeds of the active links, by GPU; a GPU without a line of its own has told nothing. */
    private Map<Integer, List<Double>> links() {
        Map<Integer, List<Double>> links = new HashMap<>();
        List<Double> speeds = new ArrayList<>();
        for (String line : parts.lines("nvlink")) {
            Matcher listed = LISTED_GPU.matcher(line);
            Matcher speed = LINK_SPEED.matcher(line);
            if (listed.matches()) {
                speeds = new ArrayList<>();
                links.put(Integer.parseInt(listed.group(1)), speeds);
            } else if (speed.find()) {
                double gigabytes = Double.parseDouble(speed.group(1));
                if (gigabytes > 0) {
                    speeds.add(gigabytes);
                }
            }
        }
        return links;
    }

    private Map<String, Integer> numaNodes() {
        Map<String, Integer> nodes = new HashMap<>();
        for (String line : parts.lines("numa")) {
            String[] values = line.split(",", 2);
            Integer node = values.length == 2 ? new Told(values[1]).count() : null;
            if (node != null) {
                nodes.put(busAddress(values[0]), node);
            }
        }
        return nodes;
    }

    /**
     * The driver writes a bus address with eight digits of domain and in capitals, the kernel with four in small ones.
     */
    private static String busAddress(@Nullable String written) {
        if (written == null) {
            return "";
        }
        String address = written.toLowerCase(Locale.ROOT);
        Matcher parts = BUS_ID.matcher(address);
        if (!parts.matches()) {
            return address;
        }
        int domain = Integer.parseUnsignedInt(address.substring(0, address.indexOf(':')), 16);
        return "%04x:%s".formatted(domain, parts.group(1));
    }
}
