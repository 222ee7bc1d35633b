/**
 * Reads config, threshold and cluster files and the {@code -D} knobs into typed records, or into a list of problems,
 * each with its file, line, JSON pointer and fix. Decides nothing about what was measured and touches no server; uses
 * only {@code record}.
 */
@NullMarked
package atlas.validation.config;

import org.jspecify.annotations.NullMarked;
