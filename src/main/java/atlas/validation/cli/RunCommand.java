package atlas.validation.cli;

import atlas.validation.AtlasValidationIT;
import atlas.validation.engine.AtlasTestEngine;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs a validation through the JUnit Platform launcher, as a build would. */
@Command(
        name = "run",
        description = "Validate a server: launch it, probe it, load it, judge it, and leave a run deck.",
        footer = {
            "",
            "Without a config the suite's own simulator is validated. Ctrl-C cancels: the server is stopped and the reports"
                    + " are written; a second Ctrl-C ends everything at once.",
            "",
            "Exit codes: 130 cancelled, else 2 configuration problem, else 3 the server could not be launched or reached,"
                    + " else 1 a gate, probe or cell failed, else 4 inconclusive, else 0."
        })
final class RunCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private Knobs knobs = new Knobs();

    RunCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        RunTree tree = new RunTree(surroundings.terminal());
        try (ShippedFiles.Unpacked shipped = ShippedFiles.read().unpack()) {
            LauncherConfig engine = LauncherConfig.builder()
                    .enableTestEngineAutoRegistration(false)
                    .addTestEngines(new AtlasTestEngine(() -> tree, Optional.of(shipped.folder())))
                    .build();
            LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                    .selectors(DiscoverySelectors.selectClass(AtlasValidationIT.class))
                    .configurationParameters(knobs.properties())
                    .build();
            try (LauncherSession session = LauncherFactory.openSession(engine)) {
                session.getLauncher().execute(request, tree);
            }
        }
        return tree.exitCode().orElseThrow(() -> new IllegalStateException("the run ended without a verdict"));
    }
}
