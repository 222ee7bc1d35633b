@NullMarked
package atlas.validation.report;

import org.jspecify.annotations.NullMarked;
