/** Counts tokens of text by a tokenizer file, where the server does not. Knows nothing of the rest of the suite. */
@NullMarked
package atlas.validation.tokenizer;

import org.jspecify.annotations.NullMarked;
