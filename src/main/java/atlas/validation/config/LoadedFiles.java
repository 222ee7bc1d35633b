package atlas.validation.config;

import atlas.validation.record.Problem;
import atlas.validation.record.Setting;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything that was read, and everything that was wrong with it.
 *
 * @param configs the configs that could be read, in the order they were asked for
 * @param effective effective values by name, such as {@code params.port}; with several configs each name is preceded by
 *     the config's name and a slash
 * @param problems every problem of the settings and of all files, in file order; with one of them nothing may run
 * @param warnings what is odd but harmless, in the same shape
 */
public record LoadedFiles(
        List<LoadedConfig> configs, Map<String, Setting> effective, List<Problem> problems, List<Problem> warnings) {

    public LoadedFiles {
        configs = List.copyOf(configs);
        effective = Collections.unmodifiableMap(new LinkedHashMap<>(effective));
        problems = List.copyOf(problems);
        warnings = List.copyOf(warnings);
    }
}
