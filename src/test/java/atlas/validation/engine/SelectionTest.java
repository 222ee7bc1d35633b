package atlas.validation.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import atlas.validation.AtlasValidationIT;
import atlas.validation.testing.FixtureConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.Filter;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.testkit.engine.EngineTestKit;

/** What the tree holds, and what a tag filter leaves of it. */
class SelectionTest {

    private static final List<String> OPENING =
            List.of("launch_container", "setup_sshd", "discover_topology", "model_fetch", "server_health");
    private static final List<String> PROBES = List.of(
            "models",
            "chat",
            "chat_stream",
            "completions",
            "stream_envelope",
            "stream_text",
            "stop",
            "max_tokens",
            "token_counts",
            "seed",
            "json_mode",
            "json_schema",
            "reasoning_on",
            "reasoning_off",
            "multi_byte",
            "metrics",
            "long_prompt",
            "bad_json",
            "unknown_model",
            "wrong_key");
    private static final List<String> TIERS = List.of("throughput", "ttft", "tpot", "latency", "health", "record");

    @TempDir
    private Path folder;

    @Test
    void withoutFilterEveryRowIsThere() {
        List<String> rows = rows(discover(oneConfig()));

        List<String> expected = new ArrayList<>(List.of("configuration"));
        expected.addAll(OPENING);
        expected.add("cold_start");
        for (String probe : PROBES) {
            expected.add("api_conformance[" + probe + "]");
        }
        for (String cell : List.of("w1-conc1", "w1-conc2")) {
            expected.add("atlas_inference[" + cell + "]");
            TIERS.forEach(tier -> expected.add("cell_metrics[" + cell + "-" + tier + "]"));
        }
        expected.addAll(List.of("print_results_table", "teardown", "run_deck"));
        assertThat(rows).containsExactlyElementsOf(expected);
    }

    @Test
    void aCellKeepsItsTiersAndWhatTheyNeed() {
        List<String> rows = rows(discover(oneConfig(), "w1-conc2"));

        List<String> expected = new ArrayList<>(List.of("configuration"));
        expected.addAll(OPENING);
        expected.add("atlas_inference[w1-conc2]");
        TIERS.forEach(tier -> expected.add("cell_metrics[w1-conc2-" + tier + "]"));
        expected.addAll(List.of("print_results_table", "teardown", "run_deck"));
        assertThat(rows).containsExactlyElementsOf(expected);
    }

    @Test
    void comboAndLoadAreTags() {
        assertThat(rows(discover(oneConfig(), "w1 & conc1 & ttft")))
                .contains("atlas_inference[w1-conc1]", "cell_metrics[w1-conc1-ttft]")
                .doesNotContain("cell_metrics[w1-conc1-tpot]", "atlas_inference[w1-conc2]");
    }

    @Test
    void cellTierAndConfigTogether() {
        assertThat(rows(discover(oneConfig(), "w1-conc2 & ttft & one")))
                .containsExactly(
                        "configuration",
                        "launch_container",
                        "setup_sshd",
                        "discover_topology",
                        "model_fetch",
                        "server_health",
                        "atlas_inference[w1-conc2]",
                        "cell_metrics[w1-conc2-ttft]",
                        "print_results_table",
                        "teardown",
                        "run_deck");
    }

    @Test
    void anExcludedTierTakesNoOtherRowAlong() {
        List<String> all = rows(discover(oneConfig()));
        List<String> rows = rows(discoverWithout(oneConfig(), "ttft"));

        List<String> expected = new ArrayList<>(all);
        expected.removeIf(row -> row.endsWith("-ttft]"));
        assertThat(rows).containsExactlyElementsOf(expected);
    }

    @Test
    void anExcludedCellTakesItsLoadAlong() {
        assertThat(rows(discoverWithout(oneConfig(), "w1-conc2")))
                .contains("atlas_inference[w1-conc1]", "cold_start")
                .noneMatch(row -> row.contains("w1-conc2"));
    }

    @Test
    void aProbeNeedsTheServerAndNoCell() {
        assertThat(rows(discover(oneConfig(), "api_conformance & chat")))
                .containsExactly(
                        "configuration",
                        "launch_container",
                        "setup_sshd",
                        "discover_topology",
                        "model_fetch",
                        "server_health",
                        "api_conformance[chat]",
                        "teardown",
                        "run_deck");
    }

    @Test
    void aNegatedConfigLeavesTheOther() {
        assertThat(rows(discover(twoConfigs(), "!one")))
                .contains("configuration", "two/launch_container", "two/atlas_inference[w1-conc1]", "run_deck")
                .noneMatch(row -> row.startsWith("one/") || row.startsWith("compare"));
    }

    @Test
    void severalConfigsPrefixTheirRowsAndAreCompared() {
        assertThat(rows(discover(twoConfigs(), "ttft")))
                .contains("one/cell_metrics[w1-conc1-ttft]", "two/cell_metrics[w1-conc1-ttft]", "compare[one vs two]");
    }

    @Test
    void aComparisonNeedsTheSameCellOnBothSides() {
        assertThat(rows(discover(twoConfigs(), "(one & conc1) | (two & conc2)")))
                .contains("one/atlas_inference[w1-conc1]", "two/atlas_inference[w1-conc2]")
                .doesNotContain("compare[one vs two]");
    }

    @Test
    void aFilterThatMatchesNothingLeavesTheConfigurationRowToSaySo() {
        TestDescriptor root = discover(oneConfig(), "w1-conc22");

        assertThat(rows(root)).containsExactly("configuration");
        assertThat(((ValidationDescriptor) root).suite().nothingChosen()).isTrue();
    }

    @Test
    void brokenFilesLeaveTheConfigurationRowAlone() {
        TestDescriptor root = discover(folder.resolve("absent.json").toString());

        assertThat(rows(root)).containsExactly("configuration");
        assertThat(((ValidationDescriptor) root).plan().problems()).isNotEmpty();
    }

    @Test
    void everyNodeCarriesTheSelectedClass() {
        TestDescriptor root = discover(twoConfigs());

        assertThat(root.getDescendants())
                .allSatisfy(node ->
                        assertThat(node.getSource()).contains(ClassSource.from(AtlasValidationIT.class.getName())));
    }

    @Test
    void idsAreTheSameInEveryDiscovery() {
        List<String> first = ids(discover(oneConfig()));

        assertThat(ids(discover(oneConfig()))).isEqualTo(first).allMatch(id -> !id.contains("%"));
    }

    @Test
    void aRowCanBeSelectedByItsId() {
        String config = oneConfig();
        String ttft = ids(discover(config)).stream()
                .filter(id -> id.contains("w1-conc1-ttft"))
                .findFirst()
                .orElseThrow();

        TestDescriptor root = EngineTestKit.engine(AtlasTestEngine.ID)
                .configurationParameter("config", config)
                .selectors(selectUniqueId(ttft))
                .discover()
                .getEngineDescriptor();

        assertThat(rows(root))
                .contains("launch_container", "atlas_inference[w1-conc1]", "cell_metrics[w1-conc1-ttft]")
                .noneMatch(row -> row.contains("conc2") || row.contains("tpot"));
    }

    @Test
    void otherClassesAreNotAnswered() {
        TestDescriptor root = EngineTestKit.engine(AtlasTestEngine.ID)
                .selectors(selectClass(SelectionTest.class))
                .discover()
                .getEngineDescriptor();

        assertThat(root.getChildren()).isEmpty();
    }

    private String oneConfig() {
        return fixture("one");
    }

    private String twoConfigs() {
        return fixture("one") + "," + fixture("two");
    }

    private String fixture(String name) {
        return FixtureConfig.named(name)
                .cell("w1", 1)
                .cell("w1", 2)
                .recordOnly()
                .functional("{ \"api_smoke\": true, \"cold_start\": true }")
                .writeTo(folder)
                .toString();
    }

    private static TestDescriptor discover(String config, String... groups) {
        return kit(
                config, TagFilter.includeTags(List.of(groups.length == 0 ? new String[] {"any() | none()"} : groups)));
    }

    private static TestDescriptor discoverWithout(String config, String excluded) {
        return kit(config, TagFilter.excludeTags(excluded));
    }

    private static TestDescriptor kit(String config, Filter<?> filter) {
        return EngineTestKit.engine(AtlasTestEngine.ID)
                .configurationParameter("config", config)
                .selectors(selectClass(AtlasValidationIT.class))
                .filters(filter)
                .discover()
                .getEngineDescriptor();
    }

    private static List<String> rows(TestDescriptor root) {
        List<String> rows = new ArrayList<>();
        root.accept(node -> {
            if (node.isTest()) {
                rows.add(node.getDisplayName());
            }
        });
        return rows;
    }

    private static List<String> ids(TestDescriptor root) {
        return root.getDescendants().stream()
                .map(node -> node.getUniqueId().toString())
                .toList();
    }
}
