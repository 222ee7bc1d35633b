package atlas.validation.record;

import org.jspecify.annotations.Nullable;

/**
 * One API conformance probe.
 *
 * @param name the probe's name
 * @param status what became of it
 * @param message one sentence, or null when there is nothing to say
 * @param evidence request and answer, cut to what fits on a screen, or null
 */
public record ProbeRecord(
        String name,
        Status status,
        @Nullable String message,
        @Nullable String evidence) {}
