/** Measures the project itself: programs that print figures, never tests that fail for them. */
@NullMarked
package atlas.validation.benchmark;

import org.jspecify.annotations.NullMarked;
