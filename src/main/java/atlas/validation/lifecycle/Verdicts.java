package atlas.validation.lifecycle;

import atlas.validation.gate.RowVerdict;
import atlas.validation.record.Status;
import java.util.ArrayList;
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

    /** @param lastLines the last lines of the server's log, which a build tool shows below the sentence */
    static RowVerdict error(String sentence, List<String> lastLines) {
        if (lastLines.isEmpty()) {
            return error(sentence);
        }
        List<String> details = new ArrayList<>(List.of("  the last lines of the server's log:"));
        lastLines.forEach(line -> details.add("  | " + line));
        return new RowVerdict(Status.ERROR, Status.ERROR.word() + ": " + sentence, details);
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
