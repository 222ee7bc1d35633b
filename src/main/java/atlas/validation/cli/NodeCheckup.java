package atlas.validation.cli;

import atlas.validation.cluster.HostException;
import atlas.validation.cluster.NodeDiscovery;
import atlas.validation.cluster.NodeShell;
import atlas.validation.config.ClusterFile;
import atlas.validation.record.GpuProcess;
import atlas.validation.record.NodeGpu;
import atlas.validation.record.NodeRecord;
import atlas.validation.text.Printable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Looks at the machine that serves, here or over SSH: its GPUs, its Docker daemon, its disks. */
final class NodeCheckup {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** Of Docker's API: the oldest that the suite was tried with. */
    private static final int MAJOR_API = 1;

    private static final int MINOR_API = 41;

    /** An image of a server takes ten to twenty, weights of thirty billion parameters sixty at sixteen bits. */
    private static final long ENOUGH_GIB = 80;

    /** What a display or a monitor takes. */
    private static final long IDLE_MIB = 600;

    private static final String NO_DOCKER = "no docker";

    private static final String DOCKER_FACTS = """
            command -v docker >/dev/null || { echo 'no docker'; exit; }
            docker version -f 'server {{.Server.Version}} api {{.Server.APIVersion}} {{.Server.Arch}}' 2>&1 | head -3
            docker info -f 'runtimes {{range $name, $runtime := .Runtimes}}{{$name}} {{end}}' 2>/dev/null
            root=$(docker info -f '{{.DockerRootDir}}' 2>/dev/null)
            [ -n "$root" ] && df -Pk "$root" 2>/dev/null | tail -1 | awk '{print "free", $4}'
            ls /etc/cdi/nvidia* /var/run/cdi/nvidia* 2>/dev/null | head -1 | sed 's/^/cdi /'
            """;

    private final ClusterFile cluster;
    private final Consumer<Finding> findings;

    NodeCheckup(ClusterFile cluster, Consumer<Finding> findings) {
        this.cluster = cluster;
        this.findings = findings;
    }

    void examine() {
        Optional<NodeShell> way = NodeShell.ofHead(cluster);
        if (way.isEmpty()) {
            findings.accept(Finding.warn(
                    "node",
                    "a daemon behind tcp has no shell, so that the machine cannot be examined",
                    "write docker_host ssh://user@host to have it examined"));
            return;
        }
        NodeShell shell = way.get();
        try {
            machine(NodeDiscovery.discover(shell, cluster.headAddress(), null, () -> false));
            docker(
                    shell.place(),
                    shell.run(DOCKER_FACTS, LIMIT, () -> false).out().lines().toList());
        } catch (HostException unreachable) {
            findings.accept(Finding.fail(
                    "node",
                    unreachable.sentence(),
                    "correct docker_host, username or priv_key_file of the cluster file"));
        }
    }

    void machine(NodeRecord node) {
        findings.accept(Finding.ok(
                "node",
                "%s: %s, %s, %s processors, %s MiB of memory"
                        .formatted(
                                node.seenFrom(),
                                told(node.os()),
                                told(node.architecture()),
                                told(node.cpus()),
                                told(node.memoryMb()))));
        if (node.gpus().isEmpty()) {
            findings.accept(Finding.warn(
                    "gpu",
                    "none was found on %s: %s"
                            .formatted(
                                    node.seenFrom(),
                                    node.gpuTrouble() == null ? "nvidia-smi lists none" : node.gpuTrouble()),
                    "install the NVIDIA driver; a simulator, and a server elsewhere, need no GPU here"));
        }
        node.gpus().forEach(this::gpu);
    }

    private void gpu(NodeGpu gpu) {
        String what = "%d: %s, driver %s, compute capability %s, %s MiB"
                .formatted(
                        gpu.index(),
                        gpu.name(),
                        told(gpu.driverVersion()),
                        told(gpu.computeCapability()),
                        told(gpu.memoryMb()));
        Long used = gpu.memoryUsedMb();
        if (gpu.divided()) {
            findings.accept(Finding.warn(
                    "gpu", what + ", divided into instances", "switch MIG off, or give the server one instance"));
        } else if (used != null && used > IDLE_MIB || !gpu.processes().isEmpty()) {
            List<String> processes =
                    gpu.processes().stream().map(NodeCheckup::name).toList();
            findings.accept(Finding.warn(
                    "gpu",
                    "%s, of which %s are in use%s: what computes there takes part in every figure"
                            .formatted(
                                    what, told(used), processes.isEmpty() ? "" : " by " + String.join(", ", processes)),
                    "stop it"));
        } else {
            findings.accept(Finding.ok("gpu", what));
        }
    }

    private static String name(GpuProcess process) {
        return process.name() == null ? "a process that the driver does not see" : Printable.of(process.name());
    }

    /** Returns what docker complains of; it fills the line that was asked for with nothing before it does. */
    private static String complaint(List<String> lines) {
        return lines.stream()
                .filter(line -> !line.isEmpty() && !line.equals("server") && !line.startsWith("server "))
                .findFirst()
                .map(Printable::of)
                .orElse("it says nothing");
    }

    /** Judges what the script printed. */
    void docker(String place, List<String> printed) {
        List<String> lines = printed.stream().map(String::strip).toList();
        Optional<String> server = starting(lines, "server ");
        if (lines.contains(NO_DOCKER)) {
            findings.accept(Finding.warn(
                    "docker",
                    "there is no docker command on " + place,
                    "install it to launch servers in containers; the simulator and running servers need none"));
            return;
        }
        if (server.isEmpty() || !server.get().contains(" api ")) {
            findings.accept(Finding.warn(
                    "docker",
                    "the daemon on %s does not answer: %s".formatted(place, complaint(lines)),
                    "start it, and let your user use it: sudo usermod -aG docker $USER, then log in again"));
            return;
        }
        String[] words = server.get().split(" ", -1);
        String message = "version %s, API %s, %s".formatted(words[0], words[2], words.length > 3 ? words[3] : "");
        findings.accept(
                MachineCheckup.isAtLeast(words[2], MAJOR_API, MINOR_API)
                        ? Finding.ok("docker", message)
                        : Finding.warn(
                                "docker",
                                message + " is older than what the suite was tried with",
                                "install Docker 20.10 or newer"));
        gpuRuntime(lines);
        starting(lines, "free ")
                .filter(kibibytes -> kibibytes.matches("\\d{1,18}"))
                .ifPresent(kibibytes -> dockerDisk(Long.parseLong(kibibytes) >> 20));
    }

    private void gpuRuntime(List<String> lines) {
        boolean runtime = starting(lines, "runtimes ")
                .filter(names -> names.contains("nvidia"))
                .isPresent();
        boolean devices = starting(lines, "cdi ").isPresent();
        findings.accept(
                runtime || devices
                        ? Finding.ok(
                                "gpu runtime", runtime ? "Docker knows the runtime nvidia" : "CDI describes the GPUs")
                        : Finding.warn(
                                "gpu runtime",
                                "Docker cannot hand out GPUs: it knows no runtime nvidia, and CDI describes none",
                                "install the NVIDIA Container Toolkit, then nvidia-ctk runtime configure --runtime=docker"
                                        + " and restart Docker"));
    }

    private void dockerDisk(long gib) {
        String message = "%d GiB are free for images".formatted(gib);
        findings.accept(
                gib >= ENOUGH_GIB
                        ? Finding.ok("disk for images", message)
                        : Finding.warn(
                                "disk for images",
                                message + "; an image, and weights on the same disk, may take " + ENOUGH_GIB,
                                "make room (docker system df), or keep weights on another disk"));
    }

    private static Optional<String> starting(List<String> lines, String with) {
        return lines.stream()
                .filter(line -> line.startsWith(with))
                .map(line -> line.substring(with.length()).strip())
                .findFirst();
    }

    private static String told(@Nullable Object value) {
        return value == null ? "unknown" : value.toString();
    }
}
