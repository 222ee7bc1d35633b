/**
 * Turns the run record into what people and programs read: the run folder with its JSON, CSV, summary and deck, and the
 * lines on the console. Uses {@code record} and {@code metric}; decides nothing, since every verdict stands in the
 * record.
 */
@NullMarked
package atlas.validation.report;

import org.jspecify.annotations.NullMarked;
