package atlas.validation.plan;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.config.ConfigLoader;
import atlas.validation.config.LoadedFiles;
import atlas.validation.config.Settings;
import atlas.validation.metric.Tier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every file that the project ships loads and plans without a word, once what it leaves to fill in is filled in. */
class ShippedFilesPlanIT {

    private static final List<String> FOLDERS = List.of("configs", "thresholds", "cluster");
    private static final String ENFORCED = "simulated_quickstart";

    static final List<Variant> VARIANTS =
            files("configs").stream().flatMap(file -> Variant.of(file).stream()).toList();

    private Path root;

    @BeforeEach
    void copyFilledIn(@TempDir Path folder) throws IOException {
        root = folder;
        for (String name : FOLDERS) {
            Files.createDirectories(folder.resolve(name));
            for (Path file : files(name)) {
                String text = Files.readString(file)
                        .replace("<changeme-models-mount>", "/models")
                        .replace("<changeme-gpu-host>", "10.0.0.7");
                Files.writeString(folder.resolve(name).resolve(file.getFileName()), text);
            }
        }
    }

    @ParameterizedTest
    @FieldSource("VARIANTS")
    void loadsAndPlans(Variant variant) {
        RunPlan plan = plan(variant.knobs());

        assertThat(plan.problems()).isEmpty();
        assertThat(plan.warnings()).isEmpty();
        TargetPlan target = plan.targets().getFirst();
        assertThat(target.name()).isEqualTo(variant.stem());
        assertThat(target.cells()).isNotEmpty().allSatisfy(cell -> {
            assertThat(cell.limits()).isNotEmpty();
            assertThat(cell.tiers()).contains(Tier.HEALTH);
        });
    }

    @ParameterizedTest
    @FieldSource("VARIANTS")
    void enforcesOnlyWhereLimitsAreCalibrated(Variant variant) throws IOException {
        TargetPlan target = plan(variant.knobs()).targets().getFirst();
        Path thresholds = Path.of("thresholds", variant.stem() + "_threshold.json");
        String comment =
                new JsonMapper().readTree(thresholds.toFile()).path("_comment").toString();

        assertThat(target.enforced()).isEqualTo(variant.stem().equals(ENFORCED));
        if (!target.enforced()) {
            assertThat(comment).containsAnyOf("Not calibrated", "Not enforced");
        }
    }

    @ParameterizedTest
    @FieldSource("VARIANTS")
    void runsOnAnyOfTheClusters(Variant variant) {
        for (Path cluster : files("cluster")) {
            Map<String, String> knobs = new HashMap<>(variant.knobs());
            knobs.put("cluster", cluster.toString());

            assertThat(plan(knobs).problems()).isEmpty();
        }
    }

    @Test
    void hardwareConfigsSayWhatIsToBeFilledIn() {
        Map<String, String> knobs = Map.of("config", "configs/l40s_*.json");
        RunPlan plan = Planner.plan(settings(knobs), load(Path.of(""), knobs));

        assertThat(plan.problems()).hasSize(5).allSatisfy(problem -> {
            assertThat(problem.message()).isEqualTo("<changeme-models-mount> is still to be filled in");
            assertThat(problem.line()).isNotNull();
        });
    }

    @Test
    void theTwoEvaluationsAskTheSame() {
        RunPlan plan = plan(Map.of("config", "configs/l40s_{atlas,vllm}_evaluation.json"));

        assertThat(plan.targets())
                .extracting(TargetPlan::name)
                .containsExactly("l40s_atlas_evaluation", "l40s_vllm_evaluation");
        List<List<Object>> asked =
                plan.targets().stream().map(ShippedFilesPlanIT::asked).toList();
        assertThat(asked.getFirst()).isNotEmpty().isEqualTo(asked.getLast());
    }

    /** Returns what is asked of a target, without where it is written. */
    private static List<Object> asked(TargetPlan target) {
        List<Object> asked = new ArrayList<>();
        target.cells()
                .forEach(cell -> asked.addAll(List.of(
                        cell.id().value(),
                        cell.combo().prompt() + "",
                        cell.combo().osl() + "",
                        cell.requests() + "",
                        cell.tiers())));
        Map<String, Object> sampling = new HashMap<>(target.config().params().sampling());
        sampling.remove("top_n_sigma");
        asked.add(sampling);
        asked.add(target.config().params().extraBody());
        asked.add(target.config().model().id() + "");
        return asked;
    }

    @Test
    void configsOfOneGpuShareCells() {
        RunPlan plan = plan(Map.of("config", "configs/l40s_*_single.json"));

        assertThat(plan.targets())
                .hasSize(3)
                .allSatisfy(target -> assertThat(target.cells())
                        .extracting(cell -> cell.id().value())
                        .contains("w1_1k_1k-conc1", "w1_1k_1k-conc2", "w1_1k_1k-conc4", "w2_4k_256-conc1"));
    }

    @Test
    void everyFileNamesItsSchema() {
        Map<String, String> schemas = Map.of("configs", "config", "thresholds", "threshold", "cluster", "cluster");
        schemas.forEach((folder, kind) -> assertThat(files(folder)).isNotEmpty().allSatisfy(file -> {
            String named =
                    new JsonMapper().readTree(file.toFile()).path("$schema").asString("");
            assertThat(file.resolveSibling(named).normalize())
                    .isEqualTo(Path.of("configs", "schema", kind + ".schema.json"))
                    .isRegularFile();
        }));
    }

    @Test
    void everyConfigHasItsThresholdFile() {
        assertThat(files("thresholds"))
                .extracting(file -> file.getFileName().toString())
                .containsExactlyElementsOf(files("configs").stream()
                        .map(file -> file.getFileName().toString().replace(".json", "_threshold.json"))
                        .sorted()
                        .toList());
    }

    private RunPlan plan(Map<String, String> knobs) {
        return Planner.plan(settings(knobs), load(root, knobs));
    }

    private static LoadedFiles load(Path root, Map<String, String> knobs) {
        return new ConfigLoader(root).load(settings(knobs));
    }

    private static Settings settings(Map<String, String> knobs) {
        return Settings.read(knobs::get, name -> null).settings();
    }

    private static List<Path> files(String folder) {
        try (Stream<Path> files = Files.list(Path.of(folder))) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /**
     * A config under one of its profiles.
     *
     * @param profile the profile, or an empty text for a config without profiles
     */
    record Variant(String stem, String profile) {

        static List<Variant> of(Path file) {
            String stem = file.getFileName().toString().replace(".json", "");
            JsonNode profiles = new JsonMapper().readTree(file.toFile()).path("profiles");
            List<Variant> variants = new ArrayList<>();
            profiles.propertyNames().forEach(profile -> variants.add(new Variant(stem, profile)));
            return variants.isEmpty() ? List.of(new Variant(stem, "")) : variants;
        }

        Map<String, String> knobs() {
            String config = "configs/" + stem + ".json";
            return profile.isEmpty() ? Map.of("config", config) : Map.of("config", config, "config.profile", profile);
        }

        @Override
        public String toString() {
            return profile.isEmpty() ? stem : stem + " " + profile;
        }
    }
}
