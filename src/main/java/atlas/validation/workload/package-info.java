/**
 * Turns a combo's shape into prompts with lengths and salts: the same prompts for the same seed, salt and file. No
 * clock, and no I/O but the reading of files of prompts. Neighbours: takes its shape from {@code config};
 * {@code client} sends what it makes.
 */
@NullMarked
package atlas.validation.workload;

import org.jspecify.annotations.NullMarked;
