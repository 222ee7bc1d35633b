package atlas.validation.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ScriptTest {

    private static final int ROOM = 10_000;

    @Test
    void anAnswerIsAsLongAsAsked() {
        Script script = script("write", "\"max_tokens\":50", null);

        assertThat(script.length()).isEqualTo(50);
        assertThat(script.finishReason()).isEqualTo("length");
        assertThat(script.answerText(0, 50).split(" ")).hasSize(50);
    }

    @Test
    void piecesMakeTheWhole() {
        Script script = script("write", "\"max_tokens\":20,\"reasoning_effort\":\"low\"", null);
        StringBuilder reasoning = new StringBuilder();
        StringBuilder answer = new StringBuilder();
        for (int i = 0; i < script.length(); i++) {
            reasoning.append(script.reasoningText(i, i + 1));
            answer.append(script.answerText(i, i + 1));
        }

        assertThat(script.reasoning()).isEqualTo(18);
        assertThat(reasoning).hasToString(script.reasoningText(0, 20));
        assertThat(answer).hasToString(script.answerText(0, 20));
    }

    @Test
    void theSamePromptAndSeedSayTheSame() {
        assertThat(script("one", "\"max_tokens\":9", null).answerText(0, 9))
                .isEqualTo(script("one", "\"max_tokens\":9", null).answerText(0, 9))
                .isNotEqualTo(script("two", "\"max_tokens\":9", null).answerText(0, 9));
    }

    @Test
    void aNaturalLengthEndsAnAnswerThatNothingForces() {
        int[] lengths = IntStream.range(0, 200)
                .map(i -> script("prompt " + i, "\"max_tokens\":500", 40).length())
                .toArray();

        assertThat(IntStream.of(lengths).min().orElseThrow()).isBetween(20, 25);
        assertThat(IntStream.of(lengths).max().orElseThrow()).isBetween(55, 60);
        assertThat(script("prompt", "\"max_tokens\":500", 40).finishReason()).isEqualTo("stop");
    }

    @Test
    void minTokensForceTheLength() {
        Script script = script("prompt", "\"max_tokens\":500,\"min_tokens\":500", 40);

        assertThat(script.length()).isEqualTo(500);
        assertThat(script.finishReason()).isEqualTo("length");
    }

    @Test
    void knownQuestionsGetTheirAnswer() {
        Script capital = script("What is the capital of France?", "\"max_tokens\":50", null);
        Script sum = script("What is 17 + 25?", "\"max_tokens\":50", null);

        assertThat(capital.answerText(0, capital.length())).isEqualTo("The capital of France is Paris.");
        assertThat(capital.finishReason()).isEqualTo("stop");
        assertThat(sum.answerText(0, sum.length())).isEqualTo("The answer is 42.");
    }

    @Test
    void aKnownAnswerIsCutAndPaddedLikeAnyOther() {
        Script cut = script("What is the capital of France?", "\"max_tokens\":3", null);
        Script padded = script("What is the capital of France?", "\"max_tokens\":9,\"min_tokens\":9", null);

        assertThat(cut.answerText(0, 3)).isEqualTo("The capital of");
        assertThat(cut.finishReason()).isEqualTo("length");
        assertThat(padded.answerText(0, 9)).startsWith("The capital of France is Paris. ");
        assertThat(padded.length()).isEqualTo(9);
    }

    @Test
    void anAnswerNeverExceedsTheRoom() {
        assertThat(Script.of(request("write", "\"max_tokens\":50"), null, 7, 0).length())
                .isEqualTo(7);
    }

    @Test
    void aToolIsCalledWholeOrCutByTheLimit() {
        String tools = ",\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"look\",\"parameters\":{}}}]";
        Script whole = script("look", "\"max_tokens\":50" + tools, null);
        Script cut = script("look", "\"max_tokens\":1" + tools, null);

        assertThat(whole.finishReason()).isEqualTo("tool_calls");
        assertThat(whole.beginsCall(0, 1)).isTrue();
        assertThat(whole.completesCall(whole.length() - 1, whole.length())).isTrue();
        assertThat(cut.finishReason()).isEqualTo("length");
        assertThat(cut.completesCall(0, 1)).isFalse();
    }

    private static Script script(String user, String fields, @Nullable Integer naturalLength) {
        return Script.of(request(user, fields), naturalLength, ROOM, 0);
    }

    private static GenerationRequest request(String user, String fields) {
        String body =
                "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"%s\"}],%s}".formatted(user, fields);
        return RequestReader.chat(body.getBytes(StandardCharsets.UTF_8), ApiTraits.atlas());
    }
}
