/**
 * Makes the plan a tree of JUnit rows and runs it: discovery, descriptors, tags, selection, execution. Uses the
 * lifecycle for what a row does and the report for what it leaves.
 */
@NullMarked
package atlas.validation.engine;

import org.jspecify.annotations.NullMarked;
