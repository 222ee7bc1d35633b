package atlas.validation.engine;

import atlas.validation.plan.RunPlan;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;

/** The root of the tree. It holds the plan, so that what runs is what was discovered. */
final class ValidationDescriptor extends EngineDescriptor {

    private final RunPlan plan;
    private final SuiteDescriptor suite;

    ValidationDescriptor(UniqueId id, RunPlan plan, SuiteDescriptor suite) {
        super(id, "Atlas Validation Suite");
        this.plan = plan;
        this.suite = suite;
        addChild(suite);
    }

    RunPlan plan() {
        return plan;
    }

    SuiteDescriptor suite() {
        return suite;
    }
}
