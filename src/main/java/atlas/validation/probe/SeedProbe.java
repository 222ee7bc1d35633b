package atlas.validation.probe;

import java.util.Map;

/** Asks the same twice with a temperature and the same seed. */
record SeedProbe() implements Probe {

    private static final String QUESTION = "Invent a name for a boat and say why.";
    private static final Map<String, ?> SEEDED = Map.of("temperature", 0.8, "seed", 42);
    private static final int MAX_TOKENS = 8;

    @Override
    public String name() {
        return "seed";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        Exchange once = target.chat(QUESTION, MAX_TOKENS, SEEDED);
        Exchange again = target.chat(QUESTION, MAX_TOKENS, SEEDED);
        String sent = "the same question and seed twice, at temperature 0.8";
        return once.notOk(sent).or(() -> again.notOk(sent)).orElseGet(() -> {
            String evidence = once.evidenceWith(again);
            String difference = TextDifference.between(text(once), text(again));
            return difference.isEmpty()
                    ? ProbeFinding.passed("the same seed gives the same answer", evidence)
                    : again.failed(
                            sent,
                            new Departure("the answers differ " + difference, "a seed should make them the same"),
                            evidence);
        });
    }

    private static String text(Exchange exchange) {
        return exchange.chat().reasoning() + exchange.chat().content();
    }
}
