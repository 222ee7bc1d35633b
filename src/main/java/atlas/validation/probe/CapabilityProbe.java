package atlas.validation.probe;

import atlas.validation.client.RequestSpelling;
import atlas.validation.client.RequestTemplate;
import atlas.validation.probe.Capabilities.FieldUse;
import atlas.validation.probe.Capabilities.Forcing;
import atlas.validation.probe.ChatReply.Answered;
import atlas.validation.probe.ChatReply.Refused;
import atlas.validation.probe.ChatReply.Unanswered;
import atlas.validation.stream.StreamShape;
import atlas.validation.workload.Prompt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Finds out what a server's chat API can do, by ten cheap requests at most. A means of forcing lengths counts as proved
 * when a question with a one-word answer reaches the limit with it and ends early without it.
 */
public final class CapabilityProbe {

    private static final String QUESTION = "What is the capital of France? Answer with one word.";
    private static final int LIMIT = 24;
    private static final int FEW = 4;
    private static final Duration BUDGET = Duration.ofSeconds(120);

    private static final String UNKNOWN_FIELD = "atlas_validation_unknown_field";
    private static final Map<String, Object> THINKING_OFF =
            Map.of("chat_template_kwargs", Map.of("enable_thinking", false));

    private final RequestTemplate template;
    private final ChatRequests requests;
    private final List<String> rejected = new ArrayList<>();

    /** @param template what the user wants in every request, in a spelling that the server takes */
    public CapabilityProbe(ProbeTarget target, RequestTemplate template) {
        this.template = template;
        this.requests = new ChatRequests(target, BUDGET);
    }

    /**
     * Asks, and tells what was seen. A server that does not answer is a finding, not an exception.
     *
     * @throws java.util.concurrent.CancellationException if the run was cancelled meanwhile
     */
    public Capabilities run() {
        ChatReply plain = ask(LIMIT, Map.of());
        return switch (plain) {
            case Refused(int status, String message) ->
                Capabilities.unknown(template, "a short question was answered HTTP %d, %s".formatted(status, message));
            case Unanswered(String why) -> Capabilities.unknown(template, "a short question was not answered: " + why);
            case Answered(StreamShape shape) -> explore(shape);
        };
    }

    private Capabilities explore(StreamShape plain) {
        noteSpelling();
        Forced forced = force(plain);
        StreamShape longest = forced.longest() == null ? plain : forced.longest();
        Boolean continuous = template.spelling().asksForUsage()
                ? seen("stream_options.continuous_usage_stats", continuousUsage(), StreamShape::hasContinuousUsage)
                : Boolean.FALSE;
        Boolean tokenIds = seen(
                Capabilities.RETURN_TOKEN_IDS,
                ask(FEW, Map.of(Capabilities.RETURN_TOKEN_IDS, true)),
                StreamShape::hasTokenIds);
        Boolean unknownFields = isRefused(ask(1, Map.of(UNKNOWN_FIELD, true)));
        Map<String, Object> nullStop = new LinkedHashMap<>();
        nullStop.put("stop", null);
        if (Boolean.TRUE.equals(isRefused(ask(1, nullStop)))) {
            rejected.add("stop: null");
        }
        return new Capabilities(
                template.spelling(),
                plain.hasUsage(),
                plain.usageOrder(),
                continuous,
                forced.forcing(),
                forced.ignoreEos(),
                forced.minTokens(),
                unknownFields,
                rejected,
                tokenIds,
                tokenizes(),
                plain.hasRoleChunk(),
                plain.reasoningField(),
                longest.tokensPerChunk(),
                null);
    }

    private void noteSpelling() {
        if (!template.spelling().limitField().equals(RequestSpelling.USUAL.limitField())) {
            rejected.add(RequestSpelling.USUAL.limitField());
        }
        if (!template.spelling().asksForUsage()) {
            rejected.add("stream_options");
        }
    }

    /** What was found out about forcing lengths; {@code longest} is the longest answer that was seen. */
    private record Forced(
            Forcing forcing,
            FieldUse ignoreEos,
            FieldUse minTokens,
            @Nullable StreamShape longest) {}

    /** A field that is tried, and what came of it. */
    private record Trial(FieldUse use, @Nullable StreamShape shape) {}

    private Forced force(StreamShape plain) {
        Map<String, Object> always = Map.of();
        boolean endsEarly = !plain.reached(LIMIT);
        Integer early = plain.completionTokens();
        if (!endsEarly && ask(LIMIT, THINKING_OFF) instanceof Answered(StreamShape brief) && !brief.reached(LIMIT)) {
            always = THINKING_OFF; // Else a model that thinks fills any limit by itself.
            endsEarly = true;
            early = brief.completionTokens();
        }
        Map<String, Object> ignoreField = Map.of(Capabilities.IGNORE_EOS, true);
        Map<String, Object> minField = Map.of(Capabilities.MIN_TOKENS, LIMIT);
        Trial ignoreEos = tryField(Capabilities.IGNORE_EOS, ignoreField, always, endsEarly);
        Trial minTokens = tryField(Capabilities.MIN_TOKENS, minField, always, endsEarly);
        StreamShape longest =
                ignoreEos.shape() != null && ignoreEos.shape().reached(LIMIT) ? ignoreEos.shape() : minTokens.shape();
        Map<String, Object> fields = new LinkedHashMap<>();
        if (!endsEarly) {
            addUnlessRejected(fields, ignoreEos, minTokens);
            return new Forced(
                    new Forcing(
                            fields, false, "unproved: even without any field an answer of one word fills the limit"),
                    ignoreEos.use(),
                    minTokens.use(),
                    longest);
        }
        boolean proved = true;
        if (ignoreEos.use() == FieldUse.HONOURED) {
            fields.put(Capabilities.IGNORE_EOS, true);
        } else if (minTokens.use() == FieldUse.HONOURED) {
            fields.put(Capabilities.MIN_TOKENS, RequestTemplate.MAX_TOKENS);
        } else if (ignoreEos.use() == FieldUse.IGNORED
                && minTokens.use() == FieldUse.IGNORED
                && ask(LIMIT, together(always, together(ignoreField, minField))) instanceof Answered(StreamShape both)
                && both.reached(LIMIT)) {
            addUnlessRejected(fields, ignoreEos, minTokens);
            longest = both;
        } else {
            proved = false;
        }
        String without = early == null ? "ends early" : "ends after " + early + " of " + LIMIT + " tokens";
        String proof = proved
                ? "an answer of one word %s without %s and fills the limit with it"
                        .formatted(without, String.join("+", fields.keySet()))
                : "an answer of one word %s whatever is sent".formatted(without);
        return new Forced(new Forcing(fields, proved, proof), ignoreEos.use(), minTokens.use(), longest);
    }

    private static void addUnlessRejected(Map<String, Object> fields, Trial ignoreEos, Trial minTokens) {
        if (ignoreEos.use() != FieldUse.REJECTED) {
            fields.put(Capabilities.IGNORE_EOS, true);
        }
        if (minTokens.use() != FieldUse.REJECTED) {
            fields.put(Capabilities.MIN_TOKENS, RequestTemplate.MAX_TOKENS);
        }
    }

    private Trial tryField(String name, Map<String, Object> field, Map<String, Object> always, boolean endsEarly) {
        return switch (ask(LIMIT, together(always, field))) {
            case Answered(StreamShape shape) when !endsEarly -> new Trial(FieldUse.ACCEPTED, shape);
            case Answered(StreamShape shape) ->
                new Trial(shape.reached(LIMIT) ? FieldUse.HONOURED : FieldUse.IGNORED, shape);
            case Refused refused
            when refused.blamesTheRequest() -> {
                rejected.add(name);
                yield new Trial(FieldUse.REJECTED, null);
            }
            case Refused refused -> new Trial(FieldUse.UNKNOWN, null);
            case Unanswered unanswered -> new Trial(FieldUse.UNKNOWN, null);
        };
    }

    private ChatReply continuousUsage() {
        return ask(FEW, Map.of("stream_options", Map.of("include_usage", true, "continuous_usage_stats", true)));
    }

    private @Nullable Boolean seen(String field, ChatReply reply, java.util.function.Predicate<StreamShape> effect) {
        Boolean refused = isRefused(reply);
        if (Boolean.TRUE.equals(refused)) {
            rejected.add(field);
            return false;
        }
        return reply instanceof Answered(StreamShape shape) ? (Boolean) effect.test(shape) : null;
    }

    /** Returns whether the request itself was refused, null when nobody knows. */
    private static @Nullable Boolean isRefused(ChatReply reply) {
        return switch (reply) {
            case Answered answered -> false;
            case Refused refused -> refused.blamesTheRequest() ? Boolean.TRUE : null;
            case Unanswered unanswered -> null;
        };
    }

    private boolean tokenizes() {
        byte[] answer = requests.post("/tokenize", Map.of("model", template.model(), "prompt", QUESTION));
        try {
            JsonNode json = JsonMapper.shared().readTree(answer);
            return json.path("count").isIntegralNumber() || !json.path("tokens").isEmpty();
        } catch (JacksonException notJson) {
            return false;
        }
    }

    private ChatReply ask(int limit, Map<String, Object> fields) {
        Map<String, Object> body = new LinkedHashMap<>(template.body(new Prompt(QUESTION, limit, false)));
        // What the user forces would hide what the server does by itself.
        body.remove(Capabilities.IGNORE_EOS);
        body.remove(Capabilities.MIN_TOKENS);
        body.putAll(fields);
        return requests.ask(template.api(), body);
    }

    private static Map<String, Object> together(Map<String, Object> one, Map<String, Object> other) {
        Map<String, Object> all = new LinkedHashMap<>(one);
        all.putAll(other);
        return all;
    }
}
