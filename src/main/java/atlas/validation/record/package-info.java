/**
 * Holds the run record as plain data: what ran, what was measured and what was said of it, in the shapes of
 * {@code run.json} and {@code requests.jsonl}. Uses nothing else of the project; every other package uses it.
 */
@NullMarked
package atlas.validation.record;

import org.jspecify.annotations.NullMarked;
