package atlas.validation.client;

import atlas.validation.record.Phase;
import java.util.Locale;

/** Spells the {@code x-request-id} of a request, so that a row can be matched with what the server saw. */
public final class RequestId {

    private RequestId() {}

    /**
     * Returns {@code <prefix>-<cell>-<phase>-<index>}; characters of the cell that a header cannot carry become
     * underscores.
     */
    public static String of(String prefix, String cell, Phase phase, int index) {
        return prefix + "-" + cell.replaceAll("[^!-~]", "_") + "-"
                + phase.name().toLowerCase(Locale.ROOT) + "-" + index;
    }
}
