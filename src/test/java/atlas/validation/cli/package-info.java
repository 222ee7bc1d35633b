@NullMarked
package atlas.validation.cli;

import org.jspecify.annotations.NullMarked;
