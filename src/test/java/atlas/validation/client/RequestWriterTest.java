package atlas.validation.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import atlas.validation.record.Phase;
import atlas.validation.workload.Prompt;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestWriterTest {

    private static final Endpoint ENDPOINT = new Endpoint(URI.create("http://host:81/v1"), null);

    @Test
    void asksForTheLengthOnlyWhereThePromptWantsIt() {
        RequestTemplate template =
                new RequestTemplate("m", Map.of(), Map.of(), Map.of("min_tokens", RequestTemplate.MAX_TOKENS));

        assertThat(bodyOf(template, new Prompt("hi", 7, true)))
                .contains("\"max_tokens\":7")
                .contains("\"min_tokens\":7");
        assertThat(bodyOf(template, new Prompt("hi", 7, false))).doesNotContain("min_tokens");
        assertThat(bodyOf(template, new Prompt("hi", null, false))).doesNotContain("tokens\":");
    }

    @Test
    void letsTheUserOverruleEveryField() {
        RequestTemplate template = new RequestTemplate(
                "m",
                Map.of("temperature", 0),
                Map.of("temperature", 1, "model", "other", "min_tokens", 3),
                Map.of("min_tokens", RequestTemplate.MAX_TOKENS));

        assertThat(bodyOf(template, new Prompt("hi", 7, true)))
                .contains("\"temperature\":1")
                .contains("\"model\":\"other\"")
                .contains("\"min_tokens\":3");
    }

    @Test
    void sendsTheTextAloneToCompletions() {
        RequestTemplate template =
                new RequestTemplate("m", Map.of(), Map.of(), Map.of()).withApi(RequestApi.COMPLETIONS);
        PreparedRequest request = write(template, new Prompt("hi", 7, false));

        assertThat(new String(request.head(), ISO_8859_1)).startsWith("POST /v1/completions HTTP/1.1\r\n");
        assertThat(bodyOf(template, new Prompt("hi", 7, false)))
                .contains("\"prompt\":\"hi\"")
                .contains("\"max_tokens\":7")
                .doesNotContain("messages");
    }

    @Test
    void countsTheLengthInBytes() {
        PreparedRequest request =
                write(new RequestTemplate("m", Map.of(), Map.of(), Map.of()), new Prompt("ä😀", 7, true));

        assertThat(new String(request.head(), ISO_8859_1))
                .startsWith("POST /v1/chat/completions HTTP/1.1\r\nHost: host:81\r\n")
                .contains("\r\nContent-Length: " + request.body().length + "\r\n")
                .doesNotContain("Authorization")
                .endsWith("\r\n\r\n");
    }

    @Test
    void makesAnIdThatAHeaderCanCarry() {
        assertThat(RequestId.of("p", "größe x-conc1", Phase.WARMUP, 3)).isEqualTo("p-gr__e_x-conc1-warmup-3");
    }

    @Test
    void rejectsAKeyThatWouldBreakTheHead() {
        Endpoint endpoint = new Endpoint(URI.create("http://host"), "a\r\nX: y");
        RequestTemplate template = new RequestTemplate("m", Map.of(), Map.of(), Map.of());

        assertThatThrownBy(() -> new RequestWriter(endpoint, template, "p", false))
                .hasMessage("the API key must be visible ASCII without spaces");
    }

    private static String bodyOf(RequestTemplate template, Prompt prompt) {
        return new String(write(template, prompt).body(), UTF_8);
    }

    private static PreparedRequest write(RequestTemplate template, Prompt prompt) {
        return new RequestWriter(ENDPOINT, template, "p", false).write("c", Phase.MEASURE, 0, prompt);
    }
}
