package atlas.validation.probe;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Gives a stop string that a count is bound to reach. */
record StopProbe() implements Probe {

    private static final String STOP = "7";

    @Override
    public String name() {
        return "stop";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        Exchange exchange =
                target.chat("Count from 1 to 9 in digits, separated by commas.", 64, Map.of("stop", List.of(STOP)));
        if (exchange.hasStatus(200) && exchange.chat().isReasoningOnly()) {
            return exchange.notOffered("the answer is reasoning only, so nothing can be said of its text");
        }
        return exchange.expectOk(
                "the stop string \"" + STOP + "\" and a count to 9",
                "an answer ends before its stop string",
                counted -> departure(counted.chat()));
    }

    private static @Nullable Departure departure(ChatAnswer answer) {
        if (answer.content().contains(STOP)) {
            return new Departure(
                    "the answer is " + Exchange.quoted(answer.content()), "the stop string should not be in it");
        }
        if (!answer.content().contains("6")) {
            return new Departure(
                    "the answer is " + Exchange.quoted(answer.content()), "it should go on up to the stop string");
        }
        return answer.finishReason().equals("stop")
                ? null
                : new Departure("finish_reason is '" + answer.finishReason() + "'", "it should be \"stop\"");
    }
}
