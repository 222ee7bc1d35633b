package atlas.validation.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the server process is given beside what the driver derives from {@link Params}.
 *
 * @param args further arguments of its command line
 * @param env variables of its environment
 */
public record ServerRole(List<String> args, Map<String, String> env) {

    public ServerRole {
        args = List.copyOf(args);
        env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
    }
}
