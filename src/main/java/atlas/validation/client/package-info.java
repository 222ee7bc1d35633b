/**
 * Sends, stamps and paces: one cell's load over HTTP/1.1, or a single streamed request, becomes request records. Knows
 * prompts from {@code workload} and answers from {@code stream}; knows no driver and no metric.
 */
@NullMarked
package atlas.validation.client;

import org.jspecify.annotations.NullMarked;
