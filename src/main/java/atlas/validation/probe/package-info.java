/**
 * Checks that the server's API does what its clients count on, one class a probe. Plain requests go through
 * RestAssured; where the stream itself is the subject, the measuring client is used.
 */
@NullMarked
package atlas.validation.probe;

import org.jspecify.annotations.NullMarked;
