package atlas.validation.engine;

import atlas.validation.report.ConsoleReport;
import atlas.validation.report.RunConsole;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.discovery.UniqueIdSelector;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;
import org.junit.platform.engine.support.hierarchical.HierarchicalTestEngine;

/**
 * Runs a validation as JUnit rows: one container per config, one row per lifecycle stage, probe, sweep cell and metric
 * tier.
 *
 * <p>It answers only for classes that carry {@link ValidationSuite}. Discovery reads the files that {@code -Dconfig}
 * and its siblings name, and touches nothing else: build tools discover more than once. Whatever is wrong with the
 * files becomes one failing row, since build tools lose the text of what discovery throws or reports.
 */
public final class AtlasTestEngine extends HierarchicalTestEngine<ValidationContext> {

    /** The engine's id. */
    public static final String ID = "atlas-validation";

    private final Supplier<RunConsole> console;
    private final Optional<Path> shippedFiles;

    /** Makes the engine that build tools find: it tells its runs on standard output, in plain lines. */
    public AtlasTestEngine() {
        this(() -> new ConsoleReport(System.out), Optional.empty());
    }

    /**
     * Makes an engine for a program of its own.
     *
     * @param console makes what each execution is told to
     * @param shippedFiles a folder with the shipped configs and their neighbours, where the working directory may have
     *     none
     */
    public AtlasTestEngine(Supplier<RunConsole> console, Optional<Path> shippedFiles) {
        this.console = console;
        this.shippedFiles = shippedFiles;
    }

    @Override
    public String getId() {
        return ID;
    }

    @Override
    public TestDescriptor discover(EngineDiscoveryRequest request, UniqueId engineId) {
        List<UniqueId> wantedIds = request.getSelectorsByType(UniqueIdSelector.class).stream()
                .map(UniqueIdSelector::getUniqueId)
                .filter(id -> id.hasPrefix(engineId))
                .toList();
        Optional<String> suiteClass = Stream.concat(
                        request.getSelectorsByType(ClassSelector.class).stream()
                                .filter(selector -> isSuite(selector.getJavaClass()))
                                .map(ClassSelector::getClassName),
                        wantedIds.stream().flatMap(id -> TreeBuilder.suiteClass(id).stream()))
                .findFirst();
        if (suiteClass.isEmpty()) {
            return new EngineDescriptor(engineId, "Atlas Validation Suite");
        }
        ConfigurationParameters parameters = request.getConfigurationParameters();
        ValidationDescriptor root = Discovery.tree(
                name -> parameters.get(name).orElse(null),
                Path.of("").toAbsolutePath(),
                shippedFiles,
                engineId,
                suiteClass.get());
        if (!wantedIds.isEmpty()) {
            root.suite().keepOnly(wantedIds);
        }
        return root;
    }

    @Override
    protected ValidationContext createExecutionContext(ExecutionRequest request) {
        return new ValidationContext(
                request.getRootTestDescriptor() instanceof ValidationDescriptor root ? root : null, console.get());
    }

    private static boolean isSuite(Class<?> candidate) {
        return AnnotationSupport.isAnnotated(candidate, ValidationSuite.class);
    }
}
