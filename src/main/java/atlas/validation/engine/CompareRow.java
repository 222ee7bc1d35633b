package atlas.validation.engine;

import atlas.validation.gate.RowVerdict;
import atlas.validation.record.Comparison;
import java.util.Optional;

/** The first target beside another one: shown, never judged. */
record CompareRow(String other) implements Row {

    @Override
    public Optional<String> skipReason(ValidationContext context) {
        if (context.run().isCancelled()) {
            return Optional.of("the run was cancelled");
        }
        return Optional.of(compared(context)
                .filter(pair -> !pair.cells().isEmpty())
                .map(CompareRow::sentence)
                .orElse("no cell was measured on both"));
    }

    @Override
    public RowVerdict run(ValidationContext context) {
        throw new IllegalStateException("a comparison is shown, never judged, and its row is always skipped");
    }

    private static String sentence(Comparison.Other pair) {
        return "record: %d %s compared%s"
                .formatted(
                        pair.cells().size(),
                        pair.cells().size() == 1 ? "cell" : "cells",
                        pair.notAlike().isEmpty() ? "" : "; not alike: " + String.join("; ", pair.notAlike()));
    }

    private Optional<Comparison.Other> compared(ValidationContext context) {
        return Optional.ofNullable(context.run().comparison())
                .flatMap(comparison -> comparison.others().stream()
                        .filter(pair -> pair.name().equals(other))
                        .findFirst());
    }
}
