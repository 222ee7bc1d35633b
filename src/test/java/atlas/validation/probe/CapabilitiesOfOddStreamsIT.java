package atlas.validation.probe;

import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.data;
import static atlas.validation.testing.ChatEvents.delta;
import static atlas.validation.testing.ChatEvents.finish;
import static atlas.validation.testing.ChatEvents.role;
import static atlas.validation.testing.ChatEvents.usage;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.client.Cancellation;
import atlas.validation.client.Endpoint;
import atlas.validation.client.LoadClient;
import atlas.validation.client.RequestSpelling;
import atlas.validation.client.RequestTemplate;
import atlas.validation.client.TimeLimits;
import atlas.validation.config.Driver;
import atlas.validation.probe.Capabilities.FieldUse;
import atlas.validation.server.ServerDriver;
import atlas.validation.testing.ReceivedRequest;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import java.time.Duration;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Servers whose streams the measuring client reads well, and which heed {@code ignore_eos}: what was found out about
 * them must not depend on how they spell a token.
 */
@Timeout(60)
class CapabilitiesOfOddStreamsIT {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int SHORT = 2;

    @ParameterizedTest(name = "{0}")
    @MethodSource("spellings")
    void theProbeTakesForATokenWhatTheClientTakesForOne(String name, IntFunction<String> stream) {
        Capabilities found = capabilities(request -> Reply.stream(stream.apply(tokens(request))));

        assertThat(found.trouble()).isNull();
        assertThat(found.usage()).as("its streams tell token counts").isTrue();
        assertThat(found.ignoreEos()).isEqualTo(FieldUse.HONOURED);
        assertThat(found.forcing().proved()).isTrue();
    }

    static Stream<Arguments> spellings() {
        return Stream.of(
                spelling("content, as usual", content("a")),
                spelling(
                        "details of reasoning",
                        delta("{\"reasoning_details\":[{\"type\":\"reasoning.text\",\"text\":\"x\"}]}")),
                spelling("parts of content", delta("{\"content\":[{\"type\":\"text\",\"text\":\"a\"}]}")),
                spelling("a refusal", delta("{\"refusal\":\"no\"}")),
                spelling(
                        "probabilities that are no number, as Python writes them",
                        data(
                                "{\"choices\":[{\"delta\":{\"content\":\"a\"},\"logprobs\":{\"content\":[-Infinity,NaN]}}]}")),
                spelling(
                        "text in the second choice",
                        data("{\"choices\":[{\"index\":1,\"delta\":{}},{\"index\":0,\"delta\":{\"content\":\"a\"}}]}")),
                Arguments.of("usage within the choice", (IntFunction<String>) n -> role()
                        + content("a").repeat(n)
                        + data(
                                "{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\",\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":"
                                        + n + "}}]}")
                        + DONE),
                Arguments.of("lines that end with CRLF", (IntFunction<String>)
                        n -> usual(content("a"), n).replace("\n", "\r\n")),
                Arguments.of("errors of null", (IntFunction<String>)
                        n -> data("{\"choices\":[{\"delta\":{\"content\":\"a\"}}],\"error\":null}")
                                        .repeat(n)
                                + finish("stop")
                                + usage(5, n)
                                + DONE),
                Arguments.of("errors of nothing", (IntFunction<String>)
                        n -> data("{\"choices\":[{\"delta\":{\"content\":\"a\"}}],\"error\":\"\"}")
                                        .repeat(n)
                                + finish("stop")
                                + usage(5, n)
                                + DONE));
    }

    private static Arguments spelling(String name, String token) {
        return Arguments.of(name, (IntFunction<String>) n -> usual(token, n));
    }

    private static String usual(String token, int n) {
        return role() + token.repeat(n) + finish("stop") + usage(5, n) + DONE;
    }

    /** An answer that breaks off is not one that ends early: it proves nothing of the fields of the others. */
    @Test
    void anAnswerThatBreaksOffIsNotOneThatEndsEarly() {
        Capabilities found = capabilities(request -> {
            boolean forced =
                    request.body().contains("ignore_eos") || request.body().contains("min_tokens");
            Reply head = new Reply().head("HTTP/1.1 200 OK", "Content-Type: text/event-stream", "Connection: close");
            return forced
                    ? head.text(usual(content("a"), 24)).close()
                    : head.text(role() + content("a").repeat(SHORT)).close();
        });

        assertThat(found.forcing().proved()).isFalse();
    }

    @Test
    void aServerThatIsBusyRejectsNoField() {
        Capabilities found = capabilities(request -> request.body().contains("ignore_eos")
                ? Reply.json(429, "{\"error\":{\"message\":\"slow down\"}}")
                : Reply.stream(usual(content("a"), tokens(request))));

        assertThat(found.ignoreEos()).isEqualTo(FieldUse.UNKNOWN);
        assertThat(found.rejectedFields()).isEmpty();
    }

    /** Returns how many tokens a server makes that heeds {@code ignore_eos} and nothing else. */
    private static int tokens(ReceivedRequest request) {
        return request.body().contains("\"ignore_eos\":true") ? 24 : SHORT;
    }

    private static Capabilities capabilities(ScriptedServer.Script chat) {
        RequestTemplate template = new RequestTemplate("m", Map.of(), Map.of(), Map.of());
        try (ScriptedServer server =
                ScriptedServer.start(request -> request.requestLine().contains("/chat/completions")
                        ? chat.replyTo(request)
                        : new Reply().whole(404, "", ""))) {
            Endpoint endpoint = new Endpoint(server.baseUrl(), "secret");
            TimeLimits limits = new TimeLimits(PATIENCE, PATIENCE, PATIENCE);
            try (LoadClient client = new LoadClient(endpoint, template, limits)) {
                ProbeSettings settings = new ProbeSettings(
                        ServerDriver.of(Driver.OPENAI), Map.of(), Map.of(), 64, fields -> client, "salt");
                ProbeTarget target = new ProbeTarget(
                        "t", endpoint, "m", RequestSpelling.USUAL, client, PATIENCE, new Cancellation(), settings);
                return new CapabilityProbe(target, template).run();
            }
        }
    }
}
