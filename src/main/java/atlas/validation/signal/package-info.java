/** Hears Ctrl-C. Uses nothing else of the project; the engine and the simulator, each a process, use it. */
@NullMarked
package atlas.validation.signal;

import org.jspecify.annotations.NullMarked;
