/** Tests of the reading of configs, thresholds, clusters and knobs. */
@NullMarked
package atlas.validation.config;

import org.jspecify.annotations.NullMarked;
