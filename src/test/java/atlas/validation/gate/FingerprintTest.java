package atlas.validation.gate;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.ClientInfo;
import atlas.validation.record.Setting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FingerprintTest {

    private static Fingerprint of(TargetBuilder target, Map<String, ?> settings) {
        Map<String, Setting> effective = new LinkedHashMap<>();
        settings.forEach((name, value) -> effective.put(name, new Setting(value, "default")));
        return Fingerprint.of(target.build(), effective, PastRuns.client());
    }

    private static List<String> differing(Fingerprint one, Fingerprint other, String... allowed) {
        return one.differing(other, List.of(allowed));
    }

    @Test
    void ofOneServerIsAlike() {
        assertThat(differing(of(PastRuns.target(), Map.of()), of(PastRuns.target(), Map.of())))
                .isEmpty();
    }

    @Test
    @DisplayName("I12 names GPU, driver, image, model and setting that differ")
    void namesWhatDiffers() {
        Fingerprint h100 = of(
                TargetBuilder.target("server")
                        .gpu("H100")
                        .gpu("H100")
                        .model("a")
                        .image("atlas:1", "sha256:aa"),
                Map.of("params.num_prompts", 100, "roles.server.args", List.of("--fast")));
        Fingerprint h200 = of(
                TargetBuilder.target("server").gpu("H200").model("b").image("atlas:1", "sha256:bb"),
                Map.of("params.num_prompts", 200, "params.seed", 1));
        List<String> differing = differing(h100, h200);
        assertThat(differing)
                .containsExactly("gpu", "image", "model", "params.num_prompts", "roles.server.args", "params.seed");
        assertThat(h100.told(h200, differing, "the baseline"))
                .startsWith(
                        "gpu: 2 x H100 here, 1 x H200 of the baseline",
                        "image: atlas:1 (sha256:aa) here, atlas:1 (sha256:bb) of the baseline",
                        "model: a here, b of the baseline",
                        "params.num_prompts: 100 here, 200 of the baseline",
                        "roles.server.args: [--fast] here, not set of the baseline");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "enforce_thresholds",
                "threshold_json",
                "paths.models_dir",
                "run_card.notes",
                "functional.cold_start",
                "params.port",
                "params.repeats",
                "params.ready_timeout_s",
                "params.metric_percentiles"
            })
    void passesOverWhatHasNoPartInTheFigures(String setting) {
        assertThat(differing(of(PastRuns.target(), Map.of(setting, 1)), of(PastRuns.target(), Map.of(setting, 2))))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "params.num_prompts",
                "params.sampling.temperature",
                "roles.server.env.RUST_LOG",
                "container.runtime.args.ipc",
                "model.precision",
                "gpu_arch"
            })
    void looksAtWhatHasAPart(String setting) {
        Fingerprint one = of(PastRuns.target(), Map.of(setting, 1));
        Fingerprint other = of(PastRuns.target(), Map.of(setting, 2));
        assertThat(differing(one, other)).containsExactly(setting);
        assertThat(differing(one, other, "config")).isEmpty();
        assertThat(differing(one, other, setting)).isEmpty();
        assertThat(differing(one, other, "image")).containsExactly(setting);
    }

    @Test
    void settingsOfSeveralTargetsStandUnderTheirNames() {
        Fingerprint alone = of(PastRuns.target(), Map.of("params.seed", 1));
        Fingerprint among = of(PastRuns.target(), Map.of("server/params.seed", 1, "other/params.seed", 2));
        assertThat(differing(alone, among)).isEmpty();
    }

    @Test
    void aSectionMayDifferAsAWhole() {
        Fingerprint one = of(PastRuns.target(), Map.of("params.sampling.top_p", 1));
        Fingerprint other = of(PastRuns.target(), Map.of("params.sampling.top_p", 2));
        assertThat(differing(one, other, "params.sampling")).isEmpty();
        assertThat(differing(one, other, "params.sampl")).containsExactly("params.sampling.top_p");
    }

    @Test
    void theConfigCoversNoFactOfTheMachine() {
        Fingerprint one = of(TargetBuilder.target("server").gpu("L40S"), Map.of());
        Fingerprint other = of(TargetBuilder.target("server").gpu("GB10"), Map.of());
        assertThat(differing(one, other, "config")).containsExactly("gpu");
    }

    @Test
    void whereNoGpuIsKnownTheAddressSaysWhichMachineItIs() {
        assertThat(of(TargetBuilder.target("server"), Map.of()).fields())
                .containsEntry("gpu", "unknown")
                .containsEntry("address", "http://127.0.0.1:8888");
        assertThat(of(TargetBuilder.target("server").simulated(), Map.of()).fields())
                .containsEntry("server", "simulated")
                .doesNotContainKey("address");
        assertThat(of(PastRuns.target(), Map.of()).fields()).doesNotContainKey("address");
    }

    @Test
    void theClientIsKnownByItsProcessors() {
        Fingerprint here = of(PastRuns.target(), Map.of());
        ClientInfo other = new ClientInfo("elsewhere", 2, null, "25", "Linux", null);
        assertThat(differing(here, Fingerprint.of(PastRuns.target().build(), Map.of(), other)))
                .containsExactly("client");
    }

    @ParameterizedTest
    @CsvSource({"image", "gpu", "config", "params", "params.seed", "roles.server.args", "container.runtime", "model"})
    void isTheNameOfAField(String name) {
        assertThat(Fingerprint.objection(name)).isNull();
    }

    @ParameterizedTest
    @CsvSource({"imagedigest", "param", "paths.models_dir"})
    void isNone(String name) {
        assertThat(Fingerprint.objection(name)).startsWith("fields are server, gpu, gpu_driver, image, model, driver");
    }
}
