package atlas.validation.probe;

/**
 * Asks the same at temperature 0 alone and among sixteen others. Both answers have to be right. That they differ in
 * their words is told and is no failure: kernels that batch add up in another order.
 */
record AloneAndTogetherProbe() implements Probe {

    private static final int OTHERS = 16;

    @Override
    public String name() {
        return "alone_and_together";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        KnownQuestion question = KnownQuestion.all().getFirst();
        Exchange alone = question.ask(target);
        Exchange together = among(OTHERS, question, target);
        String evidence = alone.evidenceWith(together);
        String sent = "a known question alone and among %d others".formatted(OTHERS);
        String wrong = question.wrongIn(alone)
                .map(found -> "alone the answer is wrong, " + found)
                .or(() -> question.wrongIn(together).map(found -> "among others the answer is wrong, " + found))
                .orElse("");
        if (!wrong.isEmpty()) {
            return together.failed(sent, new Departure(wrong, "it should be right both times"), evidence);
        }
        String difference =
                TextDifference.between(alone.chat().content(), together.chat().content());
        return ProbeFinding.passed(
                difference.isEmpty()
                        ? "an answer is the same alone and among %d others".formatted(OTHERS)
                        : "an answer is right alone and among %d others; the words differ %s"
                                .formatted(OTHERS, difference),
                evidence);
    }

    private Exchange among(int size, KnownQuestion question, ProbeTarget target) {
        try (Bystanders others = Bystanders.bring(size, target, name())) {
            return question.ask(target);
        }
    }
}
