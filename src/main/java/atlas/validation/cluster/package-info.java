/**
 * Holds the machines that servers run on: their Docker daemons and the ways to what runs behind them. Uses only
 * {@code record} and {@code config}.
 */
@NullMarked
package atlas.validation.cluster;

import org.jspecify.annotations.NullMarked;
