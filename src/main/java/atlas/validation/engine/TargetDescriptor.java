package atlas.validation.engine;

import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.ClassSource;

/** One server under test: the container of its rows. */
final class TargetDescriptor extends ContainerDescriptor {

    private final String target;

    TargetDescriptor(UniqueId id, String target, ClassSource source) {
        super(id, target, source);
        this.target = target;
    }

    String target() {
        return target;
    }

    @Override
    public ValidationContext before(ValidationContext context) {
        context.targetStarted(target);
        return context;
    }

    /** Lets go of the server, should the teardown row not have run. */
    @Override
    public void after(ValidationContext context) {
        context.targetEnded(target);
    }
}
