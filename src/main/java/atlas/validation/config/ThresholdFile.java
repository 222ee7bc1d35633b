package atlas.validation.config;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One threshold file, or the block of it that the config's profile chose.
 *
 * @param file the file as its user named it, or its path relative to the working directory
 * @param block name of that block, or null for a file without profiles
 * @param cells limits by key, keys as the file has them, in file order
 */
public record ThresholdFile(String file, @Nullable String block, Map<String, CellLimits> cells) {

    public ThresholdFile {
        requireNonNull(file, "file is null");
        cells = Collections.unmodifiableMap(new LinkedHashMap<>(cells));
    }
}
