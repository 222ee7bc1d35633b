/**
 * The commands of the runnable jar: each does its work with the parts that a build uses, and tells it on a terminal.
 * The outermost package: nothing else uses it.
 */
@NullMarked
package atlas.validation.cli;

import org.jspecify.annotations.NullMarked;
