package atlas.validation.probe;

import static atlas.validation.testing.ChatEvents.DONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import atlas.validation.client.Cancellation;
import atlas.validation.client.Endpoint;
import atlas.validation.client.LoadClient;
import atlas.validation.client.RequestSpelling;
import atlas.validation.client.RequestTemplate;
import atlas.validation.client.TimeLimits;
import atlas.validation.config.Driver;
import atlas.validation.config.Functional;
import atlas.validation.probe.ProbeFinding.Result;
import atlas.validation.server.ServerDriver;
import atlas.validation.testing.ChatEvents;
import atlas.validation.testing.ReceivedRequest;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What probes make of answers that are not as they should be. */
@Timeout(60)
class ProbeFindingsIT {

    private static final String KEY = "sk-very-secret";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    static Stream<Arguments> blockingAnswers() {
        return Stream.of(
                arguments("health", Reply.json(503, "{}"), "HTTP 503"),
                arguments("models", Reply.json(200, "{\"object\":\"list\",\"data\":[]}"), "'data' holds no model"),
                arguments("models", Reply.json(200, "{\"data\":[]}"), "it should be \"list\""),
                arguments(
                        "models",
                        Reply.json(200, "{\"object\":\"list\",\"data\":[{\"id\":\"other\",\"object\":\"model\"}]}"),
                        "it lists other; 'm' should be among them"),
                arguments("chat", Reply.json(200, "Paris"), "it should be \"chat.completion\""),
                arguments("chat", Reply.json(500, "boom"), "HTTP 500 \"boom\"; it should be answered with HTTP 200"),
                arguments("chat", completion("hi", "", 1, 1), "finish_reason is missing"),
                arguments("chat", completion("hi", "stop", 1, 0), "usage.completion_tokens is missing or 0"),
                arguments("chat", new Reply().close(), "there was no answer"),
                arguments("stop", completion("1, 2, 3, 4, 5, 6, 7, 8", "stop", 9, 9), "should not be in it"),
                arguments("stop", completion("I will not count.", "stop", 9, 9), "go on up to the stop string"),
                arguments("stop", completion("1, 2, 3, 4, 5, 6, ", "length", 9, 9), "it should be \"stop\""),
                arguments("max_tokens", completion("1, 2", "stop", 9, 4), "go on to the limit and end with \"length\""),
                arguments("max_tokens", completion("1, 2", "length", 9, 4), "\"length\" after 4 tokens"),
                arguments("max_tokens", completion("1, 2", "length", 9, 40), "40 completion tokens are counted"),
                arguments("json_mode", completion("Sure: {}", "stop", 9, 4), "a JSON object and nothing else"),
                arguments("json_mode", Reply.json(400, "{\"error\":{\"message\":\"no grammar\"}}"), "\"no grammar\""),
                arguments(
                        "json_schema", completion("{\\\"city\\\":\\\"x\\\"}", "stop", 9, 4), "'continent' is missing"),
                arguments(
                        "json_schema",
                        completion("{\\\"city\\\":\\\"x\\\",\\\"continent\\\":\\\"Mars\\\"}", "stop", 9, 4),
                        "'continent' is \"Mars\" and none of"),
                arguments("reasoning_on", completion("<think>hm", "stop", 9, 4), "its tags nowhere"),
                arguments("reasoning_off", completion("</think>No.", "stop", 9, 4), "it should have no such tags"),
                arguments(
                        "long_prompt",
                        completion("hi", "stop", 9, 4),
                        "with a prompt of more than 64 tokens: HTTP 200"),
                arguments("long_prompt", Reply.json(400, "too long"), "error.message in JSON"),
                arguments("bad_json", Reply.json(500, "{}"), "with a body that is cut off: HTTP 500"),
                arguments("bad_json", Reply.json(400, "bad"), "the reason should be in JSON"),
                arguments("unknown_model", completion("hi", "stop", 9, 4), "should be refused with HTTP 404"),
                arguments("wrong_key", Reply.json(200, "{}"), "should be refused with HTTP 401"),
                arguments("metrics", Reply.json(200, "{\"requests\": 1}"), "it should be Prometheus text"),
                arguments("tool_auto", completion("It rains.", "stop", 9, 4), "there is no call, and the content is"),
                arguments("tool_named", call("lookup", "{}"), "called is 'lookup'; it should be 'get_weather'"),
                arguments("tool_required", call("get_weather", "{'city'"), "they should be a JSON object"),
                arguments("tool_required", call("get_weather", "{}"), "'city' is missing in the arguments"),
                arguments("tool_none", call("get_weather", "{}"), "'get_weather' is called; none should be called"),
                arguments("tool_result", completion("It rains.", "stop", 9, 4), "tell of the 17 degrees"),
                arguments(
                        "known_answers", completion("Lyon", "stop", 9, 1), "the capital is wrong, 'Paris' is missing"));
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("blockingAnswers")
    void aDepartureSaysWhatWasSeenAndWhatTheStandardSays(String probe, Reply reply, String sentence) {
        ProbeFinding finding = finding(probe, Driver.VLLM, request -> reply);

        assertThat(finding.result()).isEqualTo(Result.FAILED);
        assertThat(finding.message()).contains(sentence).contains("; ").doesNotContain("\n");
        assertThat(finding.evidence()).isNotBlank();
    }

    static Stream<Arguments> streams() {
        String role = chunk("\"choices\":[{\"delta\":{\"role\":\"assistant\"}}]");
        String text = chunk("\"choices\":[{\"delta\":{\"content\":\"a\"}}]");
        String finish = chunk("\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]");
        String usage = chunk("\"choices\":[],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":1}");
        String strange = text.replace("\"id\":\"i\"", "\"id\":\"j\"");
        return Stream.of(
                arguments("", role + text + finish + usage + DONE),
                arguments(
                        "", (role + text + finish + usage).replace("\"choices\"", "\"error\":null,\"choices\"") + DONE),
                arguments(
                        "", (role + text + finish + usage).replace("\"choices\"", "\"error\":\"\",\"choices\"") + DONE),
                arguments("the last event is not [DONE]", role + text + finish + usage),
                arguments("the last event is not [DONE]", role + text + DONE + finish + usage),
                arguments("no event has usage", role + text + finish + DONE),
                arguments("no event has a finish_reason", role + text + usage + DONE),
                arguments("no event has any text", role + finish + usage + DONE),
                arguments("no event before the text has the role", text + role + finish + usage + DONE),
                arguments("text comes after the finish_reason", role + text + finish + text + usage + DONE),
                arguments("finish_reason comes twice", role + text + finish + finish + usage + DONE),
                arguments("usage comes before the finish_reason; ", role + text + usage + finish + DONE),
                arguments("all events of an answer should have the same id", role + strange + finish + usage + DONE),
                arguments("each should be JSON or [DONE]", role + "data: oops\n\n" + text + finish + usage + DONE),
                arguments("the stream ends with the error", role + "data: {\"error\":{\"code\":500}}\n\n" + DONE),
                arguments("the answer has no event", ""));
    }

    @ParameterizedTest(name = "{index} {0}")
    @MethodSource("streams")
    void theEnvelopeOfAStreamIsReadEventByEvent(String sentence, String events) {
        Reply reply = events.isEmpty() ? Reply.stream() : Reply.stream(events);

        ProbeFinding finding = finding("stream_envelope", Driver.VLLM, request -> reply);

        assertThat(finding.result()).isEqualTo(sentence.isEmpty() ? Result.PASSED : Result.FAILED);
        assertThat(finding.message()).contains(sentence);
    }

    static Stream<Arguments> streamedCalls() {
        String paris = "{'city':'Paris','unit':'celsius'}";
        String oslo = "{'city':'Oslo','unit':'celsius'}";
        return Stream.of(
                arguments("", piece("'index':0,", "a", paris) + piece("'index':1,", "b", oslo)),
                arguments("", piece("", "a", paris) + piece("", "b", oslo)),
                arguments("", piece("'index':0,", "a", paris) + piece("'index':0,", "b", oslo)),
                arguments(
                        "",
                        piece("", "a", "")
                                + piece("", "b", "")
                                + piece("", "a", "{'city':'Paris',")
                                + piece("", "b", oslo)
                                + piece("", "a", "'unit':'celsius'}")),
                arguments("'unit' is missing", piece("", "a", paris) + piece("", "b", "{'city':'Oslo'}")),
                arguments("the call has the id ''", piece("", "", paris)),
                arguments("there is no call", ""));
    }

    @ParameterizedTest(name = "{index} {0}")
    @MethodSource("streamedCalls")
    void streamedCallsAreKeptApartWhateverTheServerTellsOfTheirPlace(String sentence, String events) {
        String finish = chunk("\"choices\":[{\"delta\":{},\"finish_reason\":\"tool_calls\"}]");

        ProbeFinding finding =
                finding("tool_auto_stream", Driver.VLLM, request -> Reply.stream(events + finish + DONE));

        assertThat(finding.result()).isEqualTo(sentence.isEmpty() ? Result.PASSED : Result.FAILED);
        assertThat(finding.message()).contains(sentence);
    }

    static Stream<Arguments> notOffered() {
        return Stream.of(
                arguments("completions", Reply.json(404, "{}"), "the server has no /v1/completions (HTTP 404)"),
                arguments("metrics", Reply.json(404, "{}"), "the server has no /metrics (HTTP 404)"),
                arguments("reasoning_on", Reply.json(400, "{}"), "the server takes no [chat_template_kwargs]"),
                arguments("reasoning_on", completion("No.", "stop", 9, 2), "the model answers without"),
                arguments("stop", reasoning("Let me think about"), "reasoning only"));
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("notOffered")
    void whatAServerDoesNotOfferIsNoFailure(String probe, Reply reply, String reason) {
        ProbeFinding finding = finding(probe, Driver.VLLM, request -> reply);

        assertThat(finding.result()).isEqualTo(Result.NOT_OFFERED);
        assertThat(finding.message()).contains(reason);
    }

    @Test
    void streamAndWholeAreComparedToTheLastCharacter() {
        ProbeFinding finding = finding(
                "stream_text",
                Driver.VLLM,
                request -> request.body().contains("\"stream\":true")
                        ? Reply.stream(chunk("\"choices\":[{\"delta\":{\"content\":\"name = x\"}}]"), DONE)
                        : completion("name = \\\"x\\\"", "stop", 9, 4));

        assertThat(finding.message()).contains("stream and whole differ from character 8 on (\"\"x\"\" and \"x\")");
    }

    @Test
    void aTornCharacterIsSeen() {
        ProbeFinding finding =
                finding("multi_byte", Driver.VLLM, request -> completion("Gr\uFFFD\uFFFDe", "stop", 9, 4));

        assertThat(finding.message()).contains("no character should be torn or replaced");
    }

    @Test
    void theSameSeedWithOtherWordsIsAFailure() {
        ProbeFinding finding =
                finding("seed", Driver.VLLM, request -> completion("boat number " + request.number(), "stop", 9, 4));

        assertThat(finding.result()).isEqualTo(Result.FAILED);
        assertThat(finding.message()).contains("a seed should make them the same");
    }

    @Test
    void countsThatDoNotAddUpAreSeen() {
        String usage = "{\"prompt_tokens\":5,\"completion_tokens\":2,\"total_tokens\":9}";
        ProbeFinding finding = finding("token_counts", Driver.VLLM, request -> completion("one", "stop", usage));

        assertThat(finding.message()).contains("total_tokens is 9 for 5 + 2 tokens; it should be the sum of the two");
    }

    @Test
    void theKeyIsInNoEvidenceAndNoSentence() {
        ProbeFinding finding = finding(
                "chat",
                Driver.VLLM,
                request -> Reply.json(401, "{\"error\":{\"message\":\"unknown key " + KEY + "\"}}"));

        assertThat(finding.message()).contains("unknown key ***").doesNotContain(KEY);
        assertThat(finding.evidence()).contains("***").doesNotContain(KEY);
    }

    @Test
    void evidenceIsBounded() {
        ProbeFinding finding = finding("chat", Driver.VLLM, request -> completion("x".repeat(1 << 20), "stop", 1, 1));

        assertThat(finding.evidence()).hasSizeLessThan(4_000);
    }

    @Test
    void aCrowdMayBeServedOrSentAwayWith429() {
        ProbeFinding finding = finding(
                "overload",
                Driver.VLLM,
                request -> request.body().contains("Say hello.")
                        ? completion("hi", "stop", 9, 1)
                        : request.number() % 2 == 0
                                ? Reply.stream(ChatEvents.answer(9, 4))
                                : Reply.json(429, "{\"error\":{\"message\":\"busy\"}}"));

        assertThat(finding.result()).isEqualTo(Result.PASSED);
        assertThat(finding.message()).contains("refused with HTTP 429, and the server serves on");
    }

    @Test
    void aCrowdThatGetsAnythingElseIsAFailure() {
        ProbeFinding finding = finding("overload", Driver.VLLM, request -> Reply.json(500, "{}"));

        assertThat(finding.result()).isEqualTo(Result.FAILED);
        assertThat(finding.message()).contains("48 of them ended otherwise, one as http_error");
    }

    @Test
    void withoutAGaugeARequestThatIsServedAfterwardsIsTheSign() {
        CountDownLatch never = new CountDownLatch(1);
        ProbeFinding finding = finding(
                "cancelled_request",
                Driver.VLLM,
                request -> request.requestLine().contains("/metrics")
                        ? Reply.json(404, "{}")
                        : request.body().contains("Say hello.")
                                ? completion("hi", "stop", 9, 1)
                                : new Reply().streamHead().hold(never));

        assertThat(finding.result()).isEqualTo(Result.PASSED);
    }

    @Test
    void aRequestThatIsRefusedWasNotGivenUp() {
        ProbeFinding finding = finding("cancelled_request", Driver.VLLM, request -> Reply.json(400, "{}"));

        assertThat(finding.result()).isEqualTo(Result.FAILED);
        assertThat(finding.message()).contains("it ended as http_error; it should be served");
    }

    @Test
    void anotherKindOfServerIsToldToReasonInItsOwnWay() {
        StringBuilder body = new StringBuilder();

        ProbeFinding finding = finding("reasoning_on", Driver.OPENAI, request -> {
            body.append(request.body());
            return completion("No.", "stop", 9, 2);
        });

        assertThat(finding.result()).isEqualTo(Result.NOT_OFFERED);
        assertThat(body).contains("\"reasoning_effort\":\"low\"").doesNotContain("chat_template_kwargs");
    }

    private static ProbeFinding finding(String name, Driver driver, Function<ReceivedRequest, Reply> script) {
        Probe probe = Probes.of(new Functional(true, true, true, false, true, null)).stream()
                .filter(known -> known.name().equals(name))
                .findFirst()
                .orElseThrow();
        try (ScriptedServer server = ScriptedServer.start(script::apply)) {
            Endpoint endpoint = new Endpoint(server.baseUrl(), KEY);
            try (LoadClient client = client(endpoint)) {
                return probe.run(target(endpoint, client, driver));
            }
        }
    }

    private static LoadClient client(Endpoint endpoint) {
        RequestTemplate template = new RequestTemplate("m", Map.of(), Map.of(), Map.of());
        return new LoadClient(endpoint, template, new TimeLimits(PATIENCE, PATIENCE, PATIENCE));
    }

    private static ProbeTarget target(Endpoint endpoint, LoadClient client, Driver driver) {
        ProbeSettings settings = new ProbeSettings(
                ServerDriver.of(driver), Map.of("top_p", 1), Map.of(), 64, fields -> client(endpoint), "salt");
        return new ProbeTarget(
                "t", endpoint, "m", RequestSpelling.USUAL, client, PATIENCE, new Cancellation(), settings);
    }

    private static Reply completion(String text, String finishReason, int prompt, int completion) {
        return completion(
                text,
                finishReason,
                "{\"prompt_tokens\":%d,\"completion_tokens\":%d,\"total_tokens\":%d}"
                        .formatted(prompt, completion, prompt + completion));
    }

    private static Reply completion(String text, String finishReason, String usage) {
        return answer("{\"role\":\"assistant\",\"content\":\"%s\"}".formatted(text), finishReason, usage);
    }

    private static Reply reasoning(String text) {
        return answer("{\"role\":\"assistant\",\"reasoning\":\"%s\"}".formatted(text), "length", "{}");
    }

    private static Reply call(String function, String arguments) {
        String call = "{\"id\":\"c\",\"type\":\"function\",\"function\":{\"name\":\"%s\",\"arguments\":\"%s\"}}"
                .formatted(function, arguments.replace("\"", "\\\""));
        return answer("{\"role\":\"assistant\",\"tool_calls\":[%s]}".formatted(call), "tool_calls", "{}");
    }

    private static Reply answer(String message, @Nullable String finishReason, String usage) {
        String finish = finishReason == null || finishReason.isEmpty() ? "null" : "\"" + finishReason + "\"";
        return Reply.json(
                200,
                "{\"id\":\"i\",\"object\":\"chat.completion\",\"choices\":[{\"index\":0,\"message\":%s,\"finish_reason\":%s}],\"usage\":%s}"
                        .formatted(message, finish, usage));
    }

    /** Writes an event with a piece of a call, which has the function's name where it begins one. */
    private static String piece(String index, String id, String arguments) {
        boolean first = arguments.isEmpty() || arguments.startsWith("{");
        String function =
                (first ? "'name':'get_weather'," : "") + "'arguments':'" + arguments.replace("'", "\\'") + "'";
        return chunk(("'choices':[{'delta':{'tool_calls':[{" + index + "'id':'" + id
                        + "','type':'function','function':{" + function + "}}]}}]")
                .replace('\'', '"'));
    }

    private static String chunk(String rest) {
        return "data: {\"id\":\"i\",\"object\":\"chat.completion.chunk\"," + rest + "}\n\n";
    }
}
