package atlas.validation.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestReaderTest {

    private static final String MESSAGES = "\"messages\":[{\"role\":\"user\",\"content\":\"one two three\"}]";

    @Test
    void aPromptCountsItsWordsAndTheTemplate() {
        GenerationRequest request = chat(MESSAGES);

        assertThat(request.promptTokens()).isEqualTo(3 + PromptText.TOKENS_PER_PROMPT + PromptText.TOKENS_PER_MESSAGE);
        assertThat(request.lastUserText()).isEqualTo("one two three");
        assertThat(request.maxTokens()).isNull();
        assertThat(request.stream()).isFalse();
    }

    @Test
    void contentMayComeInParts() {
        GenerationRequest request = chat("\"messages\":[{\"role\":\"user\",\"content\":"
                + "[{\"type\":\"text\",\"text\":\"one\"},{\"type\":\"text\",\"text\":\"two\"}]}]");

        assertThat(request.promptWords()).containsExactly("one", "two");
    }

    @Test
    void whatAtlasDoesNotKnowIsIgnored() {
        assertThat(chat(MESSAGES + ",\"ignore_eos\":true,\"anything\":{\"at\":\"all\"}"))
                .isEqualTo(chat(MESSAGES));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    "reasoning_effort":"low"                            | 128
                    "reasoning":{"effort":"high"}                       | 512
                    "reasoning_effort":"none"                           | 0
                    "enable_thinking":true                              | 256
                    "enable_thinking":false                             | 0
                    "chat_template_kwargs":{"enable_thinking":true}     | 256
                    "thinking":{"type":"enabled","budget_tokens":77}    | 77
                    "temperature":0                                     | 0
                    """)
    void thinkingIsAskedForInManyWays(String field, int budget) {
        assertThat(chat(MESSAGES + "," + field).thinkingBudget()).isEqualTo(budget);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"messages":[]}                                           | missing field `model`
                    {"model":"m"}                                             | missing field `messages`
                    {"model":"m","messages":[{"content":"x"}]}                | missing field `role`
                    {"model":"m","messages":[]}                               | messages must not be empty
                    [1]                                                       | expected an object
                    {"model":"m","messages":[{"role":"user"}],"max_tokens":null} | max_tokens: invalid value null
                    {"model":"m","messages":[{"role":"user"}],"max_tokens":0} | max_tokens must be at least 1
                    {"model":"m","messages":[{"role":"user"}],"max_tokens":1,"max_completion_tokens":1} | duplicate field
                    {"model":"m","messages":[{"role":"user"}],"stream":"yes"} | stream: invalid value "yes"
                    """)
    void whatCannotBeReadIsRefused(String body, String reason) {
        assertThatThrownBy(() -> RequestReader.chat(body.getBytes(StandardCharsets.UTF_8), ApiTraits.atlas()))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void toolChoiceDecidesWhichFunctionIsCalled() {
        String tools = MESSAGES + ",\"tools\":[{\"function\":{\"name\":\"a\"}},{\"function\":{\"name\":\"b\"}}]";

        assertThat(chat(tools).tool()).extracting(GenerationRequest.Tool::name).isEqualTo("a");
        assertThat(chat(tools + ",\"tool_choice\":{\"function\":{\"name\":\"b\"}}")
                        .tool())
                .extracting(GenerationRequest.Tool::name)
                .isEqualTo("b");
        assertThat(chat(tools + ",\"tool_choice\":\"none\"").tool()).isNull();
        assertThatThrownBy(() -> chat(tools + ",\"tool_choice\":{\"function\":{\"name\":\"c\"}}"))
                .isInstanceOf(ApiException.class);
    }

    @Test
    void aToolsResultIsAnsweredInWords() {
        GenerationRequest request = chat("\"messages\":[{\"role\":\"user\",\"content\":\"x\"},"
                + "{\"role\":\"tool\",\"content\":\"21 degrees\"}],\"tools\":[{\"function\":{\"name\":\"a\"}}]");

        assertThat(request.tool()).isNull();
    }

    private static GenerationRequest chat(String fields) {
        return RequestReader.chat(
                ("{\"model\":\"m\"," + fields + "}").getBytes(StandardCharsets.UTF_8), ApiTraits.atlas());
    }
}
