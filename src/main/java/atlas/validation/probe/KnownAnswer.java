package atlas.validation.probe;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * How a question with a known answer was answered.
 *
 * @param right whether the answer is right and free of leaks
 * @param sentence what was asked for and, of a wrong answer, what is wrong with it
 */
public record KnownAnswer(boolean right, String sentence) {

    public KnownAnswer {
        requireNonNull(sentence, "sentence is null");
    }

    /** Returns how many questions there are. */
    public static int questions() {
        return KnownQuestion.all().size();
    }

    /** Asks one of the questions, by its number from 0 on; numbers beyond the last begin anew. */
    public static KnownAnswer ask(ProbeTarget target, int number) {
        List<KnownQuestion> questions = KnownQuestion.all();
        KnownQuestion question = questions.get(number % questions.size());
        return question.wrongIn(question.ask(target))
                .map(wrong -> new KnownAnswer(
                        false, target.endpoint().withoutKey(question.subject() + " is answered wrong, " + wrong)))
                .orElseGet(() -> new KnownAnswer(true, question.subject() + " is answered right"));
    }
}
