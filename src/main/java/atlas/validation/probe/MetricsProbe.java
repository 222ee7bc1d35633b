package atlas.validation.probe;

import java.util.Map;
import java.util.OptionalDouble;

/** Scrapes the server's own counters around one answer: they should be readable, and count its tokens. */
record MetricsProbe() implements Probe {

    private static final int MAX_TOKENS = 4;

    @Override
    public String name() {
        return "metrics";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        Exchange before = target.get(ServerMetrics.PATH);
        if (before.hasStatus(404) || before.hasStatus(501)) {
            return before.notOffered("the server has no /metrics (HTTP %d)".formatted(before.status()));
        }
        return before.notOk("").orElseGet(() -> around(target, before));
    }

    private static ProbeFinding around(ProbeTarget target, Exchange before) {
        PrometheusText first = PrometheusText.parse(before.answer());
        if (first.wrong() != null || first.samples().isEmpty()) {
            String seen =
                    first.wrong() == null ? "there is no sample in it" : "a line is " + Exchange.quoted(first.wrong());
            return before.failed("", new Departure(seen, "it should be Prometheus text, format 0.0.4"));
        }
        Exchange chat = target.chat("Say hello.", MAX_TOKENS, Map.of());
        Exchange after = target.get(ServerMetrics.PATH);
        return chat.notOk("").or(() -> after.notOk("")).orElseGet(() -> judge(first, chat, after));
    }

    private static ProbeFinding judge(PrometheusText first, Exchange chat, Exchange after) {
        PrometheusText second = PrometheusText.parse(after.answer());
        OptionalDouble growth = second.growthSince(first, ServerMetrics.GENERATED);
        if (growth.isEmpty()) {
            return after.passed("/metrics has %d samples; none is known that counts generated tokens"
                    .formatted(second.samples().size()));
        }
        int generated = chat.chat().completionTokens();
        return growth.getAsDouble() >= generated
                ? after.passed("/metrics has %d samples and counts what is generated"
                        .formatted(second.samples().size()))
                : after.failed(
                        "an answer of %d tokens before it".formatted(generated),
                        new Departure(
                                "generated tokens grew by %.0f".formatted(growth.getAsDouble()),
                                "they should grow by as many as were generated"));
    }
}
