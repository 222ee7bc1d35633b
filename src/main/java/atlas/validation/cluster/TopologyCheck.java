package atlas.validation.cluster;

import static atlas.validation.cluster.TopologyFinding.Weight.ERROR;
import static atlas.validation.cluster.TopologyFinding.Weight.ERROR_WHEN_ENFORCED;
import static atlas.validation.cluster.TopologyFinding.Weight.WARNING;
import static java.util.Objects.requireNonNull;

import atlas.validation.cluster.TopologyFinding.Weight;
import atlas.validation.config.Driver;
import atlas.validation.config.ValidationConfig;
import atlas.validation.record.GpuProcess;
import atlas.validation.record.NodeGpu;
import atlas.validation.record.NodeRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Holds a machine against a config: what would keep the server from running, or would spoil its figures. */
public final class TopologyCheck {

    /** A process with less than this, such as a monitor, takes nothing away that a measurement would show. */
    private static final long SMALL_PROCESS_MB = 512;

    /** First driver that runs programs of CUDA 13, which images of Atlas are built with. */
    private static final int ATLAS_LEAST_DRIVER = 580;

    private static final double DEFAULT_MEMORY_SHARE = 0.9;

    private final NodeRecord node;
    private final ValidationConfig config;
    private final List<NodeGpu> gpus;
    private final List<TopologyFinding> findings = new ArrayList<>();

    private TopologyCheck(NodeRecord node, ValidationConfig config) {
        this.node = node;
        this.config = config;
        this.gpus = serving(node, config);
    }

    /**
     * Returns what is wrong, the worst not necessarily first.
     *
     * @param node the machine, looked at before the server started
     */
    public static List<TopologyFinding> of(NodeRecord node, ValidationConfig config) {
        return new TopologyCheck(node, config).findings();
    }

    /** Returns the GPUs of a machine that the container is given. */
    public static List<NodeGpu> serving(NodeRecord node, ValidationConfig config) {
        String asked = config.container().arguments().gpus();
        if (asked.equals("none")) {
            return List.of();
        }
        if (asked.startsWith("device=")) {
            List<String> devices = List.of(asked.substring("device=".length()).split(","));
            return node.gpus().stream()
                    .filter(gpu -> devices.contains(String.valueOf(gpu.index()))
                            || devices.contains(Objects.requireNonNullElse(gpu.uuid(), "")))
                    .toList();
        }
        return asked.equals("all")
                ? node.gpus()
                : node.gpus().stream().limit(Integer.parseInt(asked)).toList();
    }

    private List<TopologyFinding> findings() {
        if (config.container().arguments().gpus().equals("none")) {
            return List.of();
        }
        if (node.gpuTrouble() != null) {
            find(
                    WARNING,
                    "gpu_unknown",
                    "nothing is known of the GPUs of %s: %s; the launch will show whether a container gets one"
                            .formatted(node.address(), node.gpuTrouble()));
            return findings;
        }
        enoughGpus();
        gpuType();
        imageFits();
        driverVersion();
        for (NodeGpu gpu : gpus) {
            processes(gpu);
            freeMemory(gpu);
            divided(gpu);
            powerLimit(gpu);
            link(gpu);
        }
        return findings;
    }

    private void enoughGpus() {
        int needed = config.params().servingGpus();
        if (gpus.size() < needed) {
            find(
                    ERROR,
                    "gpu_too_few",
                    "tensor_parallelism %d x pipeline_parallel_size %d needs %d GPUs, and the container gets %d of the %d of %s; lower the parallelism or change container.runtime.args.gpus"
                            .formatted(
                                    config.params().tensorParallelism(),
                                    config.params().pipelineParallelSize(),
                                    needed,
                                    gpus.size(),
                                    node.gpus().size(),
                                    node.address()));
        }
    }

    private void gpuType() {
        String asked = config.gpuArch();
        if (asked == null || asked.equals("none") || gpus.isEmpty()) {
            return;
        }
        Optional<GpuArchitecture> known = GpuArchitecture.find(asked);
        if (known.isEmpty()) {
            find(
                    WARNING,
                    "gpu_type_unknown",
                    "gpu_arch %s is no GPU type that the suite knows, so nothing holds it against the %s found"
                            .formatted(asked, names(gpus)));
            return;
        }
        List<NodeGpu> others = gpus.stream().filter(gpu -> !known.get().is(gpu)).toList();
        if (!others.isEmpty()) {
            find(
                    ERROR_WHEN_ENFORCED,
                    "gpu_other_type",
                    "the config is for %s (compute capability %s), but %s has %s; run the config of that GPU, or correct gpu_arch"
                            .formatted(
                                    asked,
                                    known.get().computeCapability(),
                                    node.address(),
                                    others.stream()
                                            .map(TopologyCheck::named)
                                            .distinct()
                                            .collect(Collectors.joining(", "))));
        }
    }

    private void imageFits() {
        String image = config.container().image();
        if (image == null) {
            return;
        }
        KernelTarget.of(config.params().driver(), image)
                .ifPresent(target -> gpus.stream()
                        .filter(target::refuses)
                        .findFirst()
                        .ifPresent(gpu -> find(
                                WARNING,
                                "image_other_gpu",
                                "image %s is built for %s (%s), this GPU is %s (%s): expected not to start"
                                        .formatted(
                                                image,
                                                target.compiledFor(),
                                                target.name(),
                                                gpu.computeCapability(),
                                                gpu.name()))));
    }

    private void driverVersion() {
        if (config.params().driver() != Driver.ATLAS || config.container().image() == null) {
            return;
        }
        gpus.stream()
                .map(NodeGpu::driverVersion)
                .filter(version -> version != null && major(version) != null)
                .findFirst()
                .filter(version -> requireNonNull(major(version)) < ATLAS_LEAST_DRIVER)
                .ifPresent(version -> find(
                        WARNING,
                        "gpu_driver_old",
                        "the NVIDIA driver of %s is %s, and images of Atlas need %d or newer (CUDA 13): expected not to start"
                                .formatted(node.address(), version, ATLAS_LEAST_DRIVER)));
    }

    private static @Nullable Integer major(String version) {
        Double number = new Told(version).number();
        return number == null ? null : (Integer) number.intValue();
    }

    private void processes(NodeGpu gpu) {
        List<GpuProcess> others = gpu.processes().stream()
                .filter(process -> process.memoryMb() == null || process.memoryMb() >= SMALL_PROCESS_MB)
                .toList();
        if (!others.isEmpty()) {
            find(
                    ERROR_WHEN_ENFORCED,
                    "gpu_in_use",
                    "GPU %d of %s is in use by %s: figures would be those of a shared GPU; end it first"
                            .formatted(
                                    gpu.index(),
                                    node.address(),
                                    others.stream()
                                            .map(TopologyCheck::described)
                                            .collect(Collectors.joining(", "))));
        }
    }

    private static String described(GpuProcess process) {
        String memory = process.memoryMb() == null ? "memory unknown" : process.memoryMb() + " MiB";
        String name = process.name() == null ? "a process" : process.name();
        return process.pid() == null
                ? "%s (%s)".formatted(name, memory)
                : "%s (pid %d, %s)".formatted(name, process.pid(), memory);
    }

    /** What a server takes is a share of the whole memory: it does not start where less than that is free. */
    private void freeMemory(NodeGpu gpu) {
        Long whole = gpu.memoryMb();
        Long used = gpu.memoryUsedMb();
        String of = "GPU " + gpu.index();
        if (whole == null && node.memoryMb() != null && node.memoryAvailableMb() != null) {
            // CPU and GPU share the machine's memory.
            whole = node.memoryMb();
            used = node.memoryMb() - node.memoryAvailableMb();
            of = "the memory that GPU " + gpu.index() + " shares with the CPU";
        }
        if (whole == null || used == null) {
            return;
        }
        double share = memoryShare();
        long wanted = Math.round(whole * share);
        if (whole - used < wanted) {
            find(
                    WARNING,
                    "gpu_memory_short",
                    String.format(
                            Locale.ROOT,
                            "%s of %s has %d of %d MiB free, and the server takes %.0f %% (%d MiB): expected not to fit; free it, or lower the share",
                            of,
                            node.address(),
                            whole - used,
                            whole,
                            share * 100,
                            wanted));
        }
    }

    /** Returns the share that the server is told to take, in the words of each driver, or what it takes untold. */
    private double memoryShare() {
        List<String> arguments = config.server().args();
        for (String flag : List.of("--gpu-memory-utilization", "--mem-fraction-static")) {
            for (int i = 0; i < arguments.size(); i++) {
                String argument = arguments.get(i);
                String value = argument.startsWith(flag + "=")
                        ? argument.substring(flag.length() + 1)
                        : argument.equals(flag) && i + 1 < arguments.size() ? arguments.get(i + 1) : null;
                Double share = new Told(value).number();
                if (share != null && share > 0 && share <= 1) {
                    return share;
                }
            }
        }
        return DEFAULT_MEMORY_SHARE;
    }

    private void divided(NodeGpu gpu) {
        if (gpu.divided()) {
            find(
                    WARNING,
                    "gpu_divided",
                    "GPU %d of %s is divided (MIG) into %s: a server gets one part of it, and figures are of that part"
                            .formatted(
                                    gpu.index(),
                                    node.address(),
                                    gpu.migInstances().isEmpty()
                                            ? "no instance yet"
                                            : String.join(", ", gpu.migInstances())));
        }
    }

    private void powerLimit(NodeGpu gpu) {
        Double limit = gpu.powerLimitW();
        Double made = gpu.powerDefaultW();
        if (limit != null && made != null && limit < made) {
            find(
                    WARNING,
                    "gpu_power_limited",
                    String.format(
                            Locale.ROOT,
                            "GPU %d of %s is limited to %.0f W of %.0f W: it is slower than others of its type",
                            gpu.index(),
                            node.address(),
                            limit,
                            made));
        }
    }

    private void link(NodeGpu gpu) {
        Integer width = gpu.pcieWidth();
        Integer most = gpu.pcieWidthMax();
        if (width != null && most != null && width < most) {
            find(
                    WARNING,
                    "gpu_link_narrow",
                    "GPU %d of %s uses %d of %d PCIe lanes: weights load slower than they could"
                            .formatted(gpu.index(), node.address(), width, most));
        }
    }

    private void find(Weight weight, String code, String sentence) {
        findings.add(new TopologyFinding(weight, code, sentence));
    }

    private static String names(List<NodeGpu> gpus) {
        return gpus.stream().map(NodeGpu::name).distinct().collect(Collectors.joining(", "));
    }

    private static String named(NodeGpu gpu) {
        return gpu.computeCapability() == null
                ? gpu.name()
                : "%s (compute capability %s)".formatted(gpu.name(), gpu.computeCapability());
    }
}
