package atlas.validation.config;

import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks the name of the environment variable that holds the API key, and never shows a key written in its place. */
final class ApiKeyVariable {

    static final String FIX = "export the key in a variable, such as ATLAS_API_KEY, and give that name";

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern SURELY_NO_KEY = Pattern.compile("[A-Z_][A-Z_0-9]{0,63}");

    private ApiKeyVariable() {}

    /**
     * Returns what is wrong with a name, or nothing.
     *
     * @param knob what the name was given by
     */
    static Optional<String> problem(String name, String knob, Function<String, @Nullable String> environment) {
        if (!NAME.matcher(name).matches()) {
            return Optional.of(knob + " must be the name of an environment variable, not the key itself");
        }
        String key = environment.apply(name);
        if (key == null || key.isBlank()) {
            return Optional.of("the environment variable that " + knob + " names is not set: " + shown(name));
        }
        return Optional.empty();
    }

    /** Returns the name as a message or record may show it. */
    static String shown(String name) {
        return SURELY_NO_KEY.matcher(name).matches() ? name : Secrets.MASK;
    }
}
