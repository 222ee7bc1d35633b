/**
 * Turns the stamped bytes of a streamed answer into events, and the events into what the answer was: its first token,
 * its chunks, its token counts, its outcome. No socket, no clock; odd input gives a typed outcome, never an exception.
 */
@NullMarked
package atlas.validation.stream;

import org.jspecify.annotations.NullMarked;
