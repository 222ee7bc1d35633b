/** Holds what the tests of several packages share: records, fakes and servers to test against. */
@NullMarked
package atlas.validation.testing;

import org.jspecify.annotations.NullMarked;
