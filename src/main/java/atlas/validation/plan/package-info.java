/**
 * Turns config files and overrides into what will run: targets, cells, tiers and the limits bound to them, or the list
 * of what is wrong. Pure: no input or output, so that a plan can be made and shown without a server.
 */
@NullMarked
package atlas.validation.plan;

import org.jspecify.annotations.NullMarked;
