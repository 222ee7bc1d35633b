package atlas.validation.engine;

import atlas.validation.gate.RowVerdict;
import atlas.validation.record.Comparison;
import atlas.validation.record.Status;
import java.util.List;
import java.util.Optional;

/** The first target beside another one: shown, never judged. */
record CompareRow(String other) implements Row {

    @Override
    public Optional<String> skipReason(ValidationContext context) {
        if (context.run().isCancelled()) {
            return Optional.of("the run was cancelled");
        }
        return compared(context)
                .filter(pair -> !pair.cells().isEmpty())
                .map(pair -> Optional.<String>empty())
                .orElse(Optional.of("no cell was measured on both"));
    }

    @Override
    public RowVerdict run(ValidationContext context) {
        Comparison.Other pair = compared(context).orElseThrow();
        String message = "record: %d cells compared%s"
                .formatted(
                        pair.cells().size(),
                        pair.notAlike().isEmpty() ? "" : "; not alike: " + String.join("; ", pair.notAlike()));
        return new RowVerdict(Status.RECORD, message, List.of());
    }

    private Optional<Comparison.Other> compared(ValidationContext context) {
        return Optional.ofNullable(context.run().comparison())
                .flatMap(comparison -> comparison.others().stream()
                        .filter(pair -> pair.name().equals(other))
                        .findFirst());
    }
}
