/**
 * Takes each server through its stages, one class a stage, and assembles the run record from what came of them. Prints
 * and writes nothing: it tells a listener.
 */
@NullMarked
package atlas.validation.lifecycle;

import org.jspecify.annotations.NullMarked;
