/** Holds fixtures and fakes that the tests of several packages share. */
@NullMarked
package atlas.validation.testing;

import org.jspecify.annotations.NullMarked;
