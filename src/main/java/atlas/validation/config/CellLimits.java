package atlas.validation.config;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * The limits of one cell.
 *
 * @param key the cell's key as the file has it: CVS's form, a cell id, or {@code TARGET}
 * @param line 1-based line of the key
 * @param pointer JSON pointer (RFC 6901) to the key's value
 * @param entries the limits, in file order; none means that the cell is left out on purpose
 */
public record CellLimits(String key, int line, String pointer, List<ThresholdEntry> entries) {

    /** Key of what is measured once per server. */
    public static final String TARGET = "TARGET";

    public CellLimits {
        requireNonNull(key, "key is null");
        requireNonNull(pointer, "pointer is null");
        entries = List.copyOf(entries);
    }
}
