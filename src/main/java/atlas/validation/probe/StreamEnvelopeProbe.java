package atlas.validation.probe;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads every event of a stream: one id, the role first, then text, one finish_reason behind the last of it, usage
 * once, and {@code [DONE]} at the end. Usage comes last by OpenAI's own description; a kind of server that is known to
 * send it before the finish is not blamed for that, and the finding says so.
 */
record StreamEnvelopeProbe() implements Probe {

    private static final String SENT = "stream true and stream_options.include_usage";

    @Override
    public String name() {
        return "stream_envelope";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        Exchange exchange = target.chat("Name three rivers.", 8, target.streamed());
        ChatStream stream = exchange.stream();
        String order = usageIsLast(stream)
                ? ""
                : "; usage comes before the finish_reason, as this kind of server does, while OpenAI sends it last";
        return exchange.expectOk(
                SENT,
                "a stream has role, text, finish_reason, usage and [DONE] in order" + order,
                answered -> departure(stream, target));
    }

    private static @Nullable Departure departure(ChatStream stream, ProbeTarget target) {
        if (!stream.strange().isEmpty()) {
            return new Departure("an event is " + Exchange.quoted(stream.strange()), "each should be JSON or [DONE]");
        }
        if (stream.chunks().isEmpty()) {
            return new Departure("the answer has no event", "it should be a stream of events");
        }
        JsonNode error = stream.chunks().getLast().path("error");
        if (!isNone(error)) {
            return new Departure("the stream ends with the error " + error, "it should end with [DONE]");
        }
        if (!stream.done()) {
            return new Departure("the last event is not [DONE]", "it should be");
        }
        Departure head = heads(stream);
        return head == null ? order(stream, target) : head;
    }

    /** Tells whether an error field says that there is none, as some servers do in every event. */
    private static boolean isNone(JsonNode error) {
        return error.isMissingNode()
                || error.isNull()
                || (error.isString() && error.asString().isEmpty());
    }

    private static @Nullable Departure heads(ChatStream stream) {
        String id = stream.chunks().getFirst().path("id").asString("");
        for (JsonNode chunk : stream.chunks()) {
            if (!chunk.path("object").asString("").equals("chat.completion.chunk")) {
                return new Departure(
                        "an event's 'object' is " + chunk.path("object"), "it should be \"chat.completion.chunk\"");
            }
            if (id.isEmpty() || !chunk.path("id").asString("").equals(id)) {
                return new Departure(
                        "one event has the id '%s', another %s".formatted(id, chunk.path("id")),
                        "all events of an answer should have the same id");
            }
        }
        return null;
    }

    private static @Nullable Departure order(ChatStream stream, ProbeTarget target) {
        int role = -1;
        int firstText = -1;
        int finish = -1;
        int usages = 0;
        for (int i = 0; i < stream.chunks().size(); i++) {
            JsonNode chunk = stream.chunks().get(i);
            JsonNode choice = chunk.at("/choices/0");
            JsonNode delta = choice.path("delta");
            boolean text = !delta.path("content").asString("").isEmpty()
                    || !ChatAnswer.reasoning(delta).isEmpty();
            role = role < 0 && delta.path("role").isString() ? i : role;
            firstText = firstText < 0 && text ? i : firstText;
            usages += chunk.path("usage").isObject() ? 1 : 0;
            if (text && finish >= 0) {
                return new Departure("text comes after the finish_reason", "the finish_reason should be behind it");
            }
            if (choice.path("finish_reason").isString()) {
                if (finish >= 0) {
                    return new Departure("finish_reason comes twice", "it should come once");
                }
                finish = i;
            }
        }
        if (role < 0 || (firstText >= 0 && role > firstText)) {
            return new Departure("no event before the text has the role", "the first should say \"assistant\"");
        }
        if (firstText < 0) {
            return new Departure("no event has any text", "at least one should");
        }
        if (finish < 0) {
            return new Departure("no event has a finish_reason", "the one behind the text should");
        }
        if (usages == 0 && target.spelling().asksForUsage()) {
            return new Departure("no event has usage", "one should, since it was asked for");
        }
        return usageIsLast(stream) || target.settings().driver().sendsUsageBeforeFinish()
                ? null
                : new Departure(
                        "usage comes before the finish_reason",
                        "it should come last: clients that stop at the usage lose the finish_reason");
    }

    /** Tells whether nothing with a finish_reason comes behind the usage. */
    private static boolean usageIsLast(ChatStream stream) {
        boolean used = false;
        for (JsonNode chunk : stream.chunks()) {
            if (used && chunk.at("/choices/0/finish_reason").isString()) {
                return false;
            }
            used |= chunk.path("usage").isObject()
                    && !chunk.at("/choices/0/finish_reason").isString();
        }
        return true;
    }
}
