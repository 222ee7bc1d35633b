package atlas.validation.cluster;

import static java.util.Objects.requireNonNull;

import atlas.validation.record.FabricPort;
import atlas.validation.record.NetworkCard;
import atlas.validation.record.NodeRecord;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Finds out what a machine is, with one script in one go. */
public final class NodeDiscovery {

    private static final String SCRIPT = script();

    /** Eight questions to a driver that is slow to load, each with a limit of its own in the script. */
    private static final Duration LIMIT = Duration.ofSeconds(120);

    private NodeDiscovery() {}

    /**
     * Looks at a machine.
     *
     * @param shell the way there
     * @param address what the cluster file calls it
     * @param modelsFolder the folder that is mounted for weights, or null where none is known
     * @throws HostException if the machine cannot be reached or says nothing
     * @throws java.util.concurrent.CancellationException if it was cancelled
     */
    public static NodeRecord discover(
            NodeShell shell, String address, @Nullable String modelsFolder, BooleanSupplier cancelled) {
        String models = modelsFolder == null ? "" : "MODELS=" + quoted(modelsFolder) + "\n";
        ShellOutput output = shell.run(models + SCRIPT, LIMIT, cancelled);
        if (!output.out().contains("@@ uname")) {
            throw new HostException("%s cannot be examined: its shell ends with exit code %d (%s)"
                    .formatted(shell.place(), output.exitCode(), output.firstLine()));
        }
        return read(output.out(), shell.place()).at(address, modelsFolder);
    }

    /** Quotes a text for a POSIX shell. */
    public static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    /** Reads what the script printed. */
    static NodeRecord read(String printed, String place) {
        ReportParts parts = ReportParts.of(printed);
        NvidiaSmi smi = new NvidiaSmi(parts);
        List<String> uname = List.of(parts.first("uname").orElse("").split("\\s+"));
        Integer sockets = count(parts.value("lscpu", "Socket(s)"));
        Integer perSocket = count(parts.value("lscpu", "Core(s) per socket"));
        return new NodeRecord(
                place,
                place,
                operatingSystem(parts),
                uname.size() < 2 ? null : uname.get(0) + " " + uname.get(1),
                uname.size() < 3 ? null : uname.get(2),
                parts.value("lscpu", "Model name")
                        .or(() -> parts.first("cpuinfo").map(line -> line.replaceFirst(".*:\\s*", "")))
                        .orElse(null),
                count(parts.first("nproc").or(() -> parts.value("lscpu", "CPU(s)"))),
                sockets == null || perSocket == null ? null : (Integer) (sockets * perSocket),
                sockets,
                mebibytes(parts.value("meminfo", "MemTotal")),
                mebibytes(parts.value("meminfo", "MemAvailable")),
                null,
                freeDisk(parts),
                smi.gpus(),
                smi.trouble(),
                parts.lines("network").stream().map(NodeDiscovery::card).toList(),
                parts.lines("infiniband").stream().map(NodeDiscovery::port).toList());
    }

    private static @Nullable String operatingSystem(ReportParts parts) {
        String key = "PRETTY_NAME=";
        return parts.lines("os").stream()
                .filter(line -> line.startsWith(key))
                .map(line -> line.substring(key.length()).replace("\"", ""))
                .findFirst()
                .orElse(null);
    }

    private static @Nullable Integer count(Optional<String> told) {
        return new Told(told.orElse(null)).count();
    }

    private static @Nullable Long mebibytes(Optional<String> kibibytes) {
        Long amount = new Told(kibibytes.orElse(null)).amount();
        return amount == null ? null : (Long) (amount / 1024);
    }

    /** Reads the line of {@code df -P}: device, size, used, available, share, mount. */
    private static @Nullable Long freeDisk(ReportParts parts) {
        String[] columns = parts.first("df").orElse("").split("\\s+");
        return columns.length < 6 ? null : mebibytes(Optional.of(columns[3]));
    }

    private static NetworkCard card(String line) {
        String[] values = line.split(",", -1);
        Long speed = field(values, 2).amount();
        return new NetworkCard(
                values[0],
                field(values, 1).word(),
                speed,
                field(values, 3).count(),
                field(values, 4).count(),
                field(values, 5).word());
    }

    private static FabricPort port(String line) {
        String[] values = line.split(",", -1);
        String state = field(values, 2).word();
        return new FabricPort(
                values[0],
                values.length > 1 ? values[1] : "",
                state == null ? null : state.replaceFirst("^\\d+:\\s*", ""),
                field(values, 3).word(),
                field(values, 4).word(),
                field(values, 5).count());
    }

    private static Told field(String[] values, int index) {
        return new Told(index < values.length ? values[index] : null);
    }

    private static String script() {
        try (InputStream stream = NodeDiscovery.class.getResourceAsStream("node-facts.sh")) {
            return new String(
                    requireNonNull(stream, "node-facts.sh is missing").readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
