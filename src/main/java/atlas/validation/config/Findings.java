package atlas.validation.config;

import atlas.validation.record.Problem;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects what is wrong and what is odd in one file. The same finding counts once. */
final class Findings {

    private final String file;
    private final Set<Problem> problems = new LinkedHashSet<>();
    private final Set<Problem> warnings = new LinkedHashSet<>();

    /** @param file the file as its user named it */
    Findings(String file) {
        this.file = file;
    }

    String file() {
        return file;
    }

    void problem(JsonValue at, String message, @Nullable String fix) {
        problems.add(new Problem(file, at.line(), at.pointer(), message, fix));
    }

    void problem(int line, @Nullable String pointer, String message, @Nullable String fix) {
        problems.add(new Problem(file, line, pointer, message, fix));
    }

    /** Adds a problem of the file as a whole. */
    void problem(String message, @Nullable String fix) {
        problems.add(new Problem(file, null, null, message, fix));
    }

    void warning(JsonValue at, String message, @Nullable String fix) {
        warnings.add(new Problem(file, at.line(), at.pointer(), message, fix));
    }

    void warning(int line, @Nullable String pointer, String message, @Nullable String fix) {
        warnings.add(new Problem(file, line, pointer, message, fix));
    }

    int count() {
        return problems.size();
    }

    boolean hasProblemAt(JsonValue value) {
        return problems.stream().anyMatch(problem -> value.pointer().equals(problem.pointer()));
    }

    /** Returns the problems in file order. */
    List<Problem> problems() {
        return Problem.byPlace(problems);
    }

    /** Returns the warnings in file order. */
    List<Problem> warnings() {
        return Problem.byPlace(warnings);
    }
}
