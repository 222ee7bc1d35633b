/**
 * Makes sure that a model's weights are where the server will look for them: knows the layout of the Hugging Face
 * cache, tells what is missing in it, and fetches that from the hub. Looks at nodes through {@code cluster}.
 */
@NullMarked
package atlas.validation.model;

import org.jspecify.annotations.NullMarked;
