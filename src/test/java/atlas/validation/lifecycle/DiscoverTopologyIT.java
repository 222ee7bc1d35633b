package atlas.validation.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import atlas.validation.client.Cancellation;
import atlas.validation.client.LoadProgress;
import atlas.validation.cluster.HostException;
import atlas.validation.cluster.LocalShell;
import atlas.validation.cluster.NodeShell;
import atlas.validation.cluster.ShellOutput;
import atlas.validation.config.LoadedConfig;
import atlas.validation.gate.Judging;
import atlas.validation.gate.RowVerdict;
import atlas.validation.plan.PlannedCell;
import atlas.validation.plan.TargetPlan;
import atlas.validation.record.CellRecord;
import atlas.validation.record.Gpu;
import atlas.validation.record.NodeGpu;
import atlas.validation.record.ProbeRecord;
import atlas.validation.record.RequestRecord;
import atlas.validation.record.StageRecord;
import atlas.validation.record.Status;
import atlas.validation.record.Warning;
import atlas.validation.testing.DockerConfig;
import atlas.validation.testing.LaunchedServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a machine is looked at, and when its container is. */
class DiscoverTopologyIT {

    @TempDir
    private Path folder;

    private TargetRun target(DockerConfig config) {
        LoadedConfig loaded = config.loaded();
        TargetPlan plan =
                new TargetPlan(loaded.config(), null, loaded.cluster(), List.of(), List.of(), List.of(), List.of());
        return new TargetRun(
                plan,
                new SweepTask(Map.of(), Judging.plain(), null, false),
                new Cancellation(),
                new Deaf(),
                new RunPaths(folder, folder::resolve),
                "run",
                "salt",
                new Calibrations());
    }

    private DockerConfig behindTcp() {
        return new DockerConfig(folder).gpuArch("l40s").dockerHost("tcp://192.0.2.1:2375");
    }

    private static String text(String name) throws IOException {
        try (InputStream stream = DiscoverTopologyIT.class.getResourceAsStream("/cluster/" + name + ".txt")) {
            return new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void aMachineWithoutAShellIsSeenThroughItsContainer() throws IOException {
        TargetRun target = target(behindTcp());
        target.server(new ContainerWith(text("l40s")));
        RowVerdict verdict = target.perform(new DiscoverTopology());

        assertThat(verdict.status()).isEqualTo(Status.PASS);
        assertThat(target.notes().gpus()).containsExactly(new Gpu(0, "NVIDIA L40S", 46_068L, "8.9", "580.95.05"));
    }

    @Test
    void withoutAnyShellNothingIsClaimed() {
        TargetRun target = target(behindTcp());
        RowVerdict verdict = target.perform(new DiscoverTopology());

        assertThat(verdict.status()).isEqualTo(Status.SKIPPED);
        assertThat(verdict.message())
                .isEqualTo(
                        "skipped: the machine behind tcp://192.0.2.1:2375 cannot be looked at: it has no shell, and neither has the container");
        assertThat(target.notes().nodes()).isEmpty();
    }

    /** The machine has no tool on its path, and the container of this test says whatever the test wants. */
    @Test
    void whereTheMachineDoesNotTellTheContainerIsAskedOnceItRuns() throws IOException {
        DockerConfig config = new DockerConfig(folder).gpuArch("l40s").dockerHost("tcp://192.0.2.1:2375");
        TargetRun target = target(config);
        target.server(new ContainerWith(text("no-nvidia-smi")));
        target.stages().performAhead(new DiscoverTopology());
        assertThat(target.notes().gpus()).isEmpty();

        target.stages().lookAgain(new DiscoverTopology());
        target.server(new ContainerWith(text("l40s-in-use")));
        target.perform(new DiscoverTopology());

        assertThat(target.notes().nodes())
                .singleElement()
                .satisfies(node -> assertThat(node.gpuTrouble()).isNull());
        assertThat(target.notes().gpus()).hasSize(1);
    }

    @Test
    void whatRunsAheadOfItsRowRunsOnceAndIsToldByItsRow() throws IOException {
        TargetRun target = target(behindTcp().gpuArch("h100"));
        target.server(new ContainerWith(text("l40s")));
        target.stages().performAhead(new DiscoverTopology());
        assertThat(target.stages().records()).isEmpty();
        target.server(new ContainerWith("not asked again"));

        assertThat(target.skipReason(new DiscoverTopology())).isEmpty();
        assertThat(target.perform(new DiscoverTopology()).status()).isEqualTo(Status.PASS);
        assertThat(target.stages().records()).extracting(StageRecord::name).containsExactly("discover_topology");
        assertThat(target.notes().warnings()).extracting(Warning::code).containsExactly("gpu_other_type");
    }

    @Test
    void onceTheServerRunsItIsNoStrangerOnTheGpu() throws IOException {
        assumeTrue(
                new LocalShell()
                        .run("command -v nvidia-smi || true", Duration.ofSeconds(30), () -> false)
                        .out()
                        .isBlank(),
                "this machine tells of its GPUs itself");
        TargetRun target = target(new DockerConfig(folder).gpuArch("l40s"));
        target.server(new ContainerWith(text("l40s-in-use")));
        target.perform(new DiscoverTopology());

        assertThat(target.notes().nodes())
                .singleElement()
                .satisfies(node -> assertThat(node.gpus())
                        .flatExtracting(NodeGpu::processes)
                        .isEmpty());
        assertThat(target.notes().warnings())
                .extracting(Warning::code)
                .doesNotContain("gpu_in_use", "gpu_memory_short");
    }

    /** A server whose container prints one text, whatever it is asked. */
    private record ContainerWith(String text) implements LaunchedServer, NodeShell {

        @Override
        public Optional<NodeShell> shell() {
            return Optional.of(this);
        }

        @Override
        public String place() {
            return "container abc";
        }

        @Override
        public ShellOutput run(String script, Duration limit, BooleanSupplier cancelled) {
            if (!script.contains("nvidia-smi")) {
                throw new HostException("what is this?");
            }
            return new ShellOutput(0, text, "");
        }

        @Override
        public URI baseUrl() {
            return URI.create("http://127.0.0.1:1");
        }

        @Override
        public long launchedNanos() {
            return 0;
        }
    }

    /** Hears nothing. */
    private record Deaf() implements RunListener {

        @Override
        public void stageStarted(TargetPlan target, String stage, String doing) {}

        @Override
        public void stageFinished(TargetPlan target, StageRecord stage) {}

        @Override
        public void probeFinished(TargetPlan target, ProbeRecord probe) {}

        @Override
        public void apiExplored(TargetPlan target, String found) {}

        @Override
        public void cellPreparing(TargetPlan target, PlannedCell cell, int done, int of) {}

        @Override
        public void cellStarted(TargetPlan target, PlannedCell cell, CellPlace place) {}

        @Override
        public void cellProgress(TargetPlan target, PlannedCell cell, CellPlace place, LoadProgress progress) {}

        @Override
        public void cellFinished(TargetPlan target, CellRecord cell) {}

        @Override
        public void told(TargetPlan target, String sentence) {}

        @Override
        public void requestFinished(RequestRecord row) {}
    }
}
