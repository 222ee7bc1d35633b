package atlas.validation.engine;

import static java.util.Objects.requireNonNull;

import atlas.validation.gate.RowVerdict;
import atlas.validation.record.Status;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.hierarchical.Node;

/**
 * A leaf of the tree. A selectable row obeys the tag filter; a supporting one stays until {@link SuiteDescriptor} finds
 * that no chosen row needs it.
 */
final class RowDescriptor extends AbstractTestDescriptor implements Node<ValidationContext> {

    private final RowRole role;
    private final Row row;
    private final Set<TestTag> tags;

    /**
     * @param source the selected class: a row without it is not counted by Failsafe
     * @param tags the tags of a selectable row; a supporting row has none
     */
    RowDescriptor(UniqueId id, String name, ClassSource source, RowRole role, Set<TestTag> tags, Row row) {
        super(id, name, source);
        this.role = requireNonNull(role, "role is null");
        this.row = requireNonNull(row, "row is null");
        this.tags = Set.copyOf(tags);
    }

    RowRole role() {
        return role;
    }

    @Override
    public Type getType() {
        return Type.TEST;
    }

    @Override
    public Set<TestTag> getTags() {
        return tags;
    }

    /**
     * Leaves the tree if this row may be chosen; the launcher's tag filter calls it on every row that does not match.
     */
    @Override
    public void removeFromHierarchy() {
        if (role instanceof RowRole.Selectable) {
            super.removeFromHierarchy();
        }
    }

    /** Leaves the tree whatever the row's role. */
    void drop() {
        super.removeFromHierarchy();
    }

    @Override
    public SkipResult shouldBeSkipped(ValidationContext context) {
        boolean opens = role instanceof RowRole.Configuration;
        Optional<String> unopened = opens ? Optional.empty() : context.unopened();
        Optional<String> reason = opens ? Optional.empty() : unopened.or(() -> row.skipReason(context));
        if (reason.isPresent()) {
            context.publish(this, unopened.isPresent() ? List.of() : row.checks(context), List.of());
        }
        return reason.map(RowDescriptor::withStatusWord).map(SkipResult::skip).orElseGet(SkipResult::doNotSkip);
    }

    /** Returns a reason that begins with a status: that of the row when it has one, else that it was skipped. */
    private static String withStatusWord(String reason) {
        boolean told = Arrays.stream(Status.values()).anyMatch(status -> reason.startsWith(status.word() + ": "));
        return told ? reason : Status.SKIPPED.word() + ": " + reason;
    }

    @Override
    public ValidationContext execute(ValidationContext context, DynamicTestExecutor dynamicTestExecutor) {
        RowVerdict verdict = row.run(context);
        context.reported(verdict);
        context.publish(this, row.checks(context), row.evidence(context, verdict));
        RowFailure.raise(verdict, context.inconclusivePolicy());
        return context;
    }
}
