/**
 * Decides: holds limits against figures and turns them into statuses, verdicts, exit codes and the comparison of
 * targets. The only place that does; JUnit rows, console and reports show what it said. Prints nothing.
 */
@NullMarked
package atlas.validation.gate;

import org.jspecify.annotations.NullMarked;
