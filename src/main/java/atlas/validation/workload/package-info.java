/**
 * Turns a combo's shape into prompts with lengths and salts. Pure: no clock, no I/O, the same prompts for the same seed
 * and salt. Neighbours: takes its shape from {@code config}; {@code client} sends what it makes.
 */
@NullMarked
package atlas.validation.workload;

import org.jspecify.annotations.NullMarked;
