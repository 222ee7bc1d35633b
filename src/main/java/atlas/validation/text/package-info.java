/**
 * Finds words that stand near a mistyped one, and shows text safely. Uses nothing else of the project; every package
 * may use it.
 */
@NullMarked
package atlas.validation.text;

import org.jspecify.annotations.NullMarked;
