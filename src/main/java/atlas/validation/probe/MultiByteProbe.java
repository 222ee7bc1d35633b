package atlas.validation.probe;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Has a text repeated whose characters have two to four bytes: none may be torn or replaced, in a stream either. */
record MultiByteProbe() implements Probe {

    private static final String TEXT = "Grüße, Привет, 東京, 🚀!";
    private static final String QUESTION = "Repeat this text exactly, and write nothing else: " + TEXT;
    private static final int MAX_TOKENS = 64;
    private static final char REPLACEMENT = '\uFFFD';

    @Override
    public String name() {
        return "multi_byte";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        Exchange blocking = target.chat(QUESTION, MAX_TOKENS, Map.of());
        Exchange streamed = target.chat(QUESTION, MAX_TOKENS, Map.of("stream", true));
        return blocking.notOk("").or(() -> streamed.notOk("stream true")).orElseGet(() -> {
            String evidence = blocking.evidenceWith(streamed);
            Departure whole = departure("the blocking answer", blocking.chat());
            Departure departure =
                    whole == null ? departure("the stream", streamed.stream().answer()) : whole;
            return departure == null
                    ? ProbeFinding.passed("letters of many scripts and an emoji come back whole", evidence)
                    : blocking.failed("a text of many scripts to repeat", departure, evidence);
        });
    }

    private static @Nullable Departure departure(String what, ChatAnswer answer) {
        String seen = what + " is " + Exchange.quoted(answer.content());
        if (answer.content().indexOf(REPLACEMENT) >= 0) {
            return new Departure(seen, "no character should be torn or replaced");
        }
        return answer.content().contains(TEXT) ? null : new Departure(seen, "it should be " + Exchange.quoted(TEXT));
    }
}
