/** Holds the one class that a build tool selects to run the suite. */
@NullMarked
package atlas.validation;

import org.jspecify.annotations.NullMarked;
