/**
 * Serves an OpenAI-compatible API in Atlas's dialect without a model or a GPU: a time model decides when each token is
 * due, and the truth about every request can be asked for. Runs as a process of its own, or inside a test. Everything
 * measured on it is simulated. Uses {@code record} only.
 */
@NullMarked
package atlas.validation.simulator;

import org.jspecify.annotations.NullMarked;
