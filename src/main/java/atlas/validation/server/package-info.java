/**
 * Holds the server under test: how it is launched or reached, when it is ready, what its driver knows of it, and what
 * it logs. Uses {@code record}, {@code config} and {@code cluster}; knows no metric.
 */
@NullMarked
package atlas.validation.server;

import org.jspecify.annotations.NullMarked;
