package atlas.validation.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import atlas.validation.config.AccessSettings;
import atlas.validation.config.Api;
import atlas.validation.config.Arrival;
import atlas.validation.config.Combo;
import atlas.validation.config.Driver;
import atlas.validation.config.LoadSettings;
import atlas.validation.config.Params;
import atlas.validation.config.Repeats;
import atlas.validation.config.RestartServer;
import atlas.validation.config.Workload;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PromptsTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1024, 8192})
    void c16HasExactlyTheWordsThatWereAskedFor(int isl) {
        Prompt prompt = random(isl, 64, 1.0, "salt").measured(3);

        assertThat(prompt.text().split("\\s+")).hasSize(isl).doesNotContain("");
        assertThat(prompt.maxTokens()).isEqualTo(64);
        assertThat(prompt.forceLength()).isTrue();
    }

    @Test
    void f18GivesTheSamePromptForTheSameSaltInAnyOrderAndAnotherForAnother() {
        PromptSource one = random(64, 8, 0.5, "salt");
        PromptSource same = random(64, 8, 0.5, "salt");
        PromptSource other = random(64, 8, 0.5, "pepper");
        for (int index = 9; index >= 0; index--) {
            assertThat(one.measured(index)).isEqualTo(same.measured(index));
            assertThat(one.warmup(index)).isEqualTo(same.warmup(index));
            assertThat(one.measured(index).text())
                    .isNotEqualTo(other.measured(index).text());
        }
        assertThat(one.measured(0)).isNotEqualTo(one.measured(1));
    }

    @Test
    void combosOfOneShapeShareNoPrompts() {
        PromptSource one =
                Prompts.of(combo("a", Workload.RANDOM, 64, 8, null, true), params(1.0), "salt", PromptTokens.assumed());
        PromptSource other =
                Prompts.of(combo("b", Workload.RANDOM, 64, 8, null, true), params(1.0), "salt", PromptTokens.assumed());

        assertThat(one.measured(0).text()).isNotEqualTo(other.measured(0).text());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16})
    void noWarmupPromptEqualsAMeasuredOne(int isl) {
        PromptSource prompts = random(isl, 8, 1.0, "salt");
        Set<String> measured = new HashSet<>();
        IntStream.range(0, 2000)
                .forEach(index -> measured.add(prompts.measured(index).text()));

        assertThat(IntStream.range(0, 2000)
                        .mapToObj(index -> prompts.warmup(index).text()))
                .doesNotContainAnyElementsOf(measured);
    }

    @Test
    void c15DrawsLengthsUniformlyFromTheRange() {
        PromptSource prompts = random(10, 20, 0.8, "salt");
        Set<Integer> inputs = new HashSet<>();
        Set<Integer> outputs = new HashSet<>();
        for (int index = 0; index < 500; index++) {
            Prompt prompt = prompts.measured(index);
            inputs.add(prompt.text().split(" ").length);
            outputs.add(prompt.maxTokens());
        }

        assertThat(inputs).containsExactlyInAnyOrder(8, 9, 10);
        assertThat(outputs).containsExactlyInAnyOrder(16, 17, 18, 19, 20);
    }

    @ParameterizedTest
    @CsvSource({"1024, 1.0, 1024", "1024, 0.8, 820", "30, 0.1, 3", "10, 0.01, 1", "1, 0.5, 1"})
    void roundsTheLeastLengthUpAndNeverByAHair(int length, double ratio, int least) {
        assertThat(LengthRange.of(length, ratio)).isEqualTo(new LengthRange(least, length));
    }

    @Test
    void asksAFixedPromptWithAMarkOfItsOwnInFront() {
        PromptSource prompts = Prompts.of(
                combo("p", Workload.PROMPT, null, 50, "Say hello.", false),
                params(1.0),
                "salt",
                PromptTokens.assumed());
        Set<String> texts = new HashSet<>();
        for (int index = 0; index < 100; index++) {
            texts.add(prompts.measured(index).text());
            texts.add(prompts.warmup(index).text());
        }

        assertThat(texts).hasSize(200).allMatch(text -> text.matches("\\[[0-9a-f]{8}-[mw]\\d+] Say hello\\."));
        assertThat(prompts.measured(0).maxTokens()).isEqualTo(50);
        assertThat(prompts.measured(0).forceLength()).isFalse();
    }

    @Test
    void leavesTheLimitOfAFixedPromptToTheServerWhereNoneIsGiven() {
        PromptSource prompts = Prompts.of(
                combo("p", Workload.PROMPT, null, null, "Hi", true), params(1.0), "salt", PromptTokens.assumed());

        assertThat(prompts.measured(0).maxTokens()).isNull();
        assertThat(prompts.measured(0).forceLength()).isFalse();
    }

    @Test
    void namesWhatAComboLacks() {
        assertThatThrownBy(() -> Prompts.of(
                        combo("x", Workload.RANDOM, null, 8, null, true), params(1.0), "salt", PromptTokens.assumed()))
                .hasMessage("combo [x] has no isl");
        assertThatThrownBy(() -> Prompts.of(
                        combo("x", Workload.PROMPT, null, 8, null, true), params(1.0), "salt", PromptTokens.assumed()))
                .hasMessage("combo [x] has no prompt");
    }

    @Test
    void hasNoWordTwice() {
        assertThat(Vocabulary.ALL)
                .doesNotHaveDuplicates()
                .hasSizeGreaterThan(800)
                .allMatch(word -> word.matches("[a-z]+"));
    }

    private static PromptSource random(int isl, int osl, double ratio, String salt) {
        return Prompts.of(
                combo("w", Workload.RANDOM, isl, osl, null, true), params(ratio), salt, PromptTokens.assumed());
    }

    private static Combo combo(
            String name,
            Workload workload,
            @Nullable Integer isl,
            @Nullable Integer osl,
            @Nullable String prompt,
            boolean forceLength) {
        return new Combo(name, workload, isl, osl, prompt, null, null, null, null, true, forceLength, null, 1);
    }

    private static Params params(double ratio) {
        Duration limit = Duration.ofSeconds(1);
        return new Params(
                Driver.OPENAI,
                0,
                1,
                1,
                1,
                1,
                7,
                ratio,
                List.of(50),
                null,
                limit,
                limit,
                limit,
                limit,
                null,
                null,
                Map.of(),
                Map.of(),
                AccessSettings.PLAIN,
                Repeats.once(),
                RestartServer.NEVER,
                new LoadSettings(null, Arrival.POISSON, 1, limit, null, limit, null, true),
                true,
                Api.CHAT,
                null);
    }
}
