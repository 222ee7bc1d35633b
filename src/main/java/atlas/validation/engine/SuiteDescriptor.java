package atlas.validation.engine;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.ClassSource;

/**
 * The selected class: the container of everything. The launcher asks every node to prune itself, parents first, once
 * the tag filter has spoken; this one then drops what no chosen row needs. When nothing was chosen, the configuration
 * row alone stays, and says so.
 */
final class SuiteDescriptor extends ContainerDescriptor {

    private final Set<String> knownTags = new TreeSet<>();
    private final boolean planOnly;
    private boolean nothingChosen;
    private List<RowRole.Selectable> planned = List.of();

    /** @param planOnly whether nothing is to run but the row that tells what would */
    SuiteDescriptor(UniqueId id, ClassSource source, boolean planOnly) {
        super(id, simpleName(source.getClassName()), source);
        this.planOnly = planOnly;
    }

    /** Remembers every tag of the tree as planned, to name them when a filter matches none. */
    void rememberTags() {
        for (RowDescriptor row : rows()) {
            for (TestTag tag : row.getTags()) {
                knownTags.add(tag.getName());
            }
        }
    }

    /** Returns every tag of the tree as planned, in alphabetical order. */
    Set<String> knownTags() {
        return knownTags;
    }

    /** Tells that a filter dropped every row that it may choose, although there were some. */
    boolean nothingChosen() {
        return nothingChosen;
    }

    /** Returns what the filter left of the rows that it may choose. */
    List<RowRole.Selectable> chosen() {
        return planned.isEmpty() ? selectable() : planned;
    }

    private List<RowRole.Selectable> selectable() {
        return rows().stream()
                .map(RowDescriptor::role)
                .filter(RowRole.Selectable.class::isInstance)
                .map(RowRole.Selectable.class::cast)
                .toList();
    }

    /** Drops the rows that a filter may choose and that none of these ids names. */
    void keepOnly(List<UniqueId> wanted) {
        for (RowDescriptor row : rows()) {
            boolean named =
                    wanted.stream().anyMatch(id -> row.getUniqueId().hasPrefix(id) || id.hasPrefix(row.getUniqueId()));
            if (!named) {
                row.removeFromHierarchy();
            }
        }
    }

    @Override
    public void prune() {
        NeededRows needed = new NeededRows(chosen());
        nothingChosen = needed.isEmpty() && !knownTags.isEmpty();
        if (planOnly) {
            planned = chosen();
            needed = new NeededRows(List.of());
        }
        for (RowDescriptor row : rows()) {
            if (!needed.needs(row.role()) || planOnly && row.role() instanceof RowRole.Selectable) {
                row.drop();
            }
        }
        for (TestDescriptor child : List.copyOf(getChildren())) {
            if (child instanceof TargetDescriptor target && !needed.needsTarget(target.target())) {
                target.removeFromHierarchy();
            }
        }
    }

    /** Closes the record, should the last row not have run. */
    @Override
    public void after(ValidationContext context) {
        context.close();
    }

    private static String simpleName(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }
}
