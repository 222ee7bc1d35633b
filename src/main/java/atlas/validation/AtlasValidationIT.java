package atlas.validation;

import atlas.validation.engine.ValidationSuite;

/**
 * Stands for a whole validation run where a build tool asks for a class. Its rows come from the config that
 * {@code -Dconfig} names: see {@link atlas.validation.engine.AtlasTestEngine}.
 *
 * <p>It lies among the main classes, so that the runnable jar and Failsafe select the very same class.
 */
@ValidationSuite
public final class AtlasValidationIT {

    private AtlasValidationIT() {}
}
