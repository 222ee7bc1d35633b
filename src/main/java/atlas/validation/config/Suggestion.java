package atlas.validation.config;

import atlas.validation.text.NearestNames;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Finds what somebody may have meant by a name that does not exist. */
final class Suggestion {

    private Suggestion() {}

    /** Returns the known name that is nearest to {@code name}, when it is near enough to be a slip of the pen. */
    static Optional<String> of(String name, Collection<String> known) {
        return NearestNames.to(name, known).stream().findFirst();
    }

    /** Returns the fix for a name that does not exist: the nearest one, else all of them. */
    static String fix(String name, Collection<String> known) {
        return of(name, known)
                .map(nearest -> "did you mean " + nearest + "?")
                .orElseGet(() -> "known are " + list(known));
    }

    /** Returns the fix for a choice out of few: the nearest one and all of them. */
    static String choose(String name, Collection<String> known) {
        return of(name, known).map(nearest -> "did you mean " + nearest + "? ").orElse("") + "known are " + list(known);
    }

    /** Returns the names as a sentence has them: {@code a, b and c}. */
    static String list(Collection<String> names) {
        List<String> all = List.copyOf(names);
        return switch (all.size()) {
            case 0 -> "none";
            case 1 -> all.getFirst();
            default -> String.join(", ", all.subList(0, all.size() - 1)) + " and " + all.getLast();
        };
    }
}
