package atlas.validation.engine;

import java.util.ArrayList;
import java.util.List;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.hierarchical.Node;

/** An inner node of the tree: a target, or the suite itself. */
class ContainerDescriptor extends AbstractTestDescriptor implements Node<ValidationContext> {

    private final ClassSource source;

    ContainerDescriptor(UniqueId id, String name, ClassSource source) {
        super(id, name, source);
        this.source = source;
    }

    @Override
    public final Type getType() {
        return Type.CONTAINER;
    }

    /** Build tools print this name beside each row: always the selected class, whatever the container is called. */
    @Override
    public final String getLegacyReportingName() {
        return source.getClassName();
    }

    /** Returns every row below this node, in tree order. */
    final List<RowDescriptor> rows() {
        List<RowDescriptor> rows = new ArrayList<>();
        collect(this, rows);
        return rows;
    }

    private static void collect(TestDescriptor node, List<RowDescriptor> rows) {
        for (TestDescriptor child : node.getChildren()) {
            if (child instanceof RowDescriptor row) {
                rows.add(row);
            } else {
                collect(child, rows);
            }
        }
    }
}
