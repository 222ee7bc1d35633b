package atlas.validation.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import atlas.validation.record.NodeRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scripts through real processes of this machine. */
class LocalShellIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final LocalShell shell = new LocalShell();

    /** This machine, with another tool on its path. */
    private record ShellWith(String firstLines) implements NodeShell {

        @Override
        public String place() {
            return "this machine";
        }

        @Override
        public ShellOutput run(String script, Duration limit, BooleanSupplier cancelled) {
            return new LocalShell().run(firstLines + script, limit, cancelled);
        }
    }

    private static NodeRecord discover(Path folder, String machine) {
        return NodeDiscovery.discover(
                new ShellWith(FakeGpu.install(folder, machine)),
                "10.0.0.1",
                folder.resolve("not/yet").toString(),
                () -> false);
    }

    @Test
    void whatAScriptPrintsAndHowItEnds() {
        assertThat(shell.run("echo a; echo b >&2; exit 3", LIMIT, () -> false))
                .isEqualTo(new ShellOutput(3, "a\n", "b\n"));
    }

    @Test
    void moreThanAPipeHolds() {
        assertThat(shell.run("i=0; while [ $i -lt 20000 ]; do echo 0123456789; i=$((i+1)); done", LIMIT, () -> false)
                        .out())
                .hasSize(220_000);
    }

    @Test
    void f11_whatHangsIsGivenUpWithAllThatItStarted() {
        assertThatThrownBy(() -> shell.run("sleep 613 & sleep 613", Duration.ofMillis(300), () -> false))
                .isInstanceOf(HostException.class)
                .hasMessage("this machine did not answer within 0 s; see whether nvidia-smi or a disk hangs there");
        // Whose parent is gone is nobody's descendant any more; and what is killed takes a moment to be gone.
        ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").endsWith("sleep 613"))
                .forEach(left -> assertThat(left.onExit()).succeedsWithin(Duration.ofSeconds(30)));
    }

    @Test
    void aCancelledScriptIsGivenUp() {
        assertThatThrownBy(() -> shell.run("sleep 600", Duration.ofMinutes(10), () -> true))
                .isInstanceOf(CancellationException.class);
    }

    @Test
    void thisMachineItself() {
        NodeRecord node = NodeDiscovery.discover(shell, "127.0.0.1", "/", () -> false);

        assertThat(node.cpus()).isPositive();
        assertThat(node.memoryMb()).isPositive();
        assertThat(node.memoryAvailableMb()).isPositive();
        assertThat(node.freeDiskMb()).isNotNull();
        assertThat(node.architecture()).isNotBlank();
        assertThat(node.address()).isEqualTo("127.0.0.1");
        assertThat(node.seenFrom()).isEqualTo("this machine");
    }

    @Test
    void aToolOnThePathIsAskedForEveryGpu(@TempDir Path folder) {
        NodeRecord node = discover(folder, "in-use");

        assertThat(node.gpuTrouble()).isNull();
        assertThat(node.gpus()).singleElement().satisfies(gpu -> {
            assertThat(gpu.name()).isEqualTo("NVIDIA L40S");
            assertThat(gpu.computeCapability()).isEqualTo("8.9");
            assertThat(gpu.pcieWidthMax()).isEqualTo(16);
            assertThat(gpu.processes())
                    .singleElement()
                    .satisfies(process -> assertThat(process.memoryMb()).isEqualTo(20_480));
        });
        // The folder is not there yet: the disk that it will be on counts.
        assertThat(node.freeDiskMb()).isNotNull();
    }

    @Test
    void aDriverThatDoesNotKnowAFieldIsAskedInParts(@TempDir Path folder) {
        NodeRecord node = discover(folder, "old-driver");

        assertThat(node.gpus()).singleElement().satisfies(gpu -> {
            assertThat(gpu.computeCapability()).isNull();
            assertThat(gpu.driverVersion()).isEqualTo("580.95.05");
            assertThat(gpu.smClockMaxMhz()).isEqualTo(2520);
        });
    }

    @Test
    void aToolThatFailsIsQuoted(@TempDir Path folder, @TempDir Path other) {
        assertThat(discover(folder, "no-driver").gpuTrouble())
                .startsWith("NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.");
        assertThat(discover(other, "mismatch").gpuTrouble()).contains("NVML");
    }
}
