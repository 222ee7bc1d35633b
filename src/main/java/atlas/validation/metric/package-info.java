/**
 * Turns the request records of a cell into its figures, and holds the one registry that says what each figure means.
 * Pure arithmetic over {@code atlas.validation.record}: no clock, no I/O, no opinion on what is good enough, which is
 * the gate's business.
 */
@NullMarked
package atlas.validation.metric;

import org.jspecify.annotations.NullMarked;
