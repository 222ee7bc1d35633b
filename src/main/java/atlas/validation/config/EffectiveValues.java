package atlas.validation.config;

import atlas.validation.record.Setting;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects what a config comes to, value by value, each with its origin. */
final class EffectiveValues {

    private final String file;
    private final Map<String, Setting> values = new LinkedHashMap<>();

    /** @param file the config as its user named it */
    EffectiveValues(String file) {
        this.file = file;
    }

    void fromFile(String path, @Nullable Object value, JsonValue at) {
        values.put(path, new Setting(value, Origins.file(file, at.line())));
    }

    void byDefault(String path, @Nullable Object value) {
        values.put(path, new Setting(value, Origins.DEFAULT));
    }

    /** Puts the value of a knob in the place of what the file says. */
    void override(String path, @Nullable Object value, String origin) {
        values.put(path, new Setting(value, origin));
    }

    /** Forgets a value, or a section with everything in it, that has no effect in this run. */
    void leaveOut(String path) {
        values.keySet().removeIf(name -> name.equals(path) || name.startsWith(path + '.'));
    }

    Map<String, Setting> asMap() {
        return Collections.unmodifiableMap(values);
    }
}
