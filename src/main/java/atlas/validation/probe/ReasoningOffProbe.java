package atlas.validation.probe;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Asks for an answer without reasoning. */
record ReasoningOffProbe() implements Probe {

    @Override
    public String name() {
        return "reasoning_off";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        Map<String, Object> fields = target.settings().driver().withoutReasoning();
        if (fields.isEmpty()) {
            return ProbeFinding.notOffered(
                    "no field is known that switches reasoning off on this kind of server", null);
        }
        Exchange exchange = target.chat("Is 91 a prime number?", 6, fields);
        if (exchange.hasStatus(400) || exchange.hasStatus(422)) {
            return exchange.notOffered("the server takes no %s: %s".formatted(fields.keySet(), exchange.seen()));
        }
        return exchange.expectOk(
                fields.toString(), "without reasoning there is none", answered -> departure(answered.chat()));
    }

    private static @Nullable Departure departure(ChatAnswer answer) {
        if (!answer.reasoning().isEmpty()) {
            return new Departure(
                    "the answer begins with the reasoning " + Exchange.quoted(answer.reasoning()),
                    "it should have none");
        }
        return Leaks.showsReasoning(answer.content())
                ? new Departure("the content is " + Exchange.quoted(answer.content()), "it should have no such tags")
                : null;
    }
}
