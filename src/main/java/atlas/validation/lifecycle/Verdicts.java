package atlas.validation.lifecycle;

import atlas.validation.gate.RowVerdict;
import atlas.validation.record.Status;
import java.util.List;

/** Says what came of a stage in the gate's words. */
final class Verdicts {

    private Verdicts() {}

    static RowVerdict pass(String sentence) {
        return of(Status.PASS, sentence);
    }

    static RowVerdict error(String sentence) {
        return of(Status.ERROR, sentence);
    }

    static RowVerdict of(Status status, String sentence) {
        return new RowVerdict(status, status.word() + ": " + sentence, List.of());
    }

    /** Returns a verdict's message without the status word that it begins with. */
    static String withoutWord(RowVerdict verdict) {
        String word = verdict.status().word() + ": ";
        String message = verdict.message();
        return message.startsWith(word) ? message.substring(word.length()) : message;
    }
}
