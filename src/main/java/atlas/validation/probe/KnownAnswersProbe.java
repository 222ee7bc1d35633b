package atlas.validation.probe;

import java.util.ArrayList;
import java.util.List;

/** Asks the questions whose answers are known, one after the other, on a server that does nothing else. */
record KnownAnswersProbe() implements Probe {

    @Override
    public String name() {
        return "known_answers";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        List<String> evidence = new ArrayList<>();
        String wrong = "";
        for (KnownQuestion question : KnownQuestion.all()) {
            Exchange exchange = question.ask(target);
            evidence.add(exchange.evidence());
            if (wrong.isEmpty()) {
                wrong = question.wrongIn(exchange)
                        .map(found -> question.subject() + " is wrong, " + found)
                        .orElse("");
            }
        }
        String shown = String.join("\n\n", evidence);
        return wrong.isEmpty()
                ? ProbeFinding.passed("known questions are answered right: " + KnownQuestion.subjects(), shown)
                : ProbeFinding.failed(
                        "POST " + ProbeTarget.CHAT + " with known questions",
                        target.endpoint().withoutKey(wrong),
                        "an answer should be right and free of leaks",
                        shown);
    }
}
