package atlas.validation.probe;

import static java.util.Objects.requireNonNull;

import atlas.validation.client.LoadClient;
import atlas.validation.server.ServerDriver;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a config and its run say to probes.
 *
 * @param driver what is known of the server's kind
 * @param sampling sampling fields of every request; a probe says itself what temperature it needs
 * @param extraBody fields that the user wants in every request
 * @param maxModelLength most tokens of a prompt and its answer as the config has it, or null
 * @param clients opens measuring clients
 * @param salt fresh for each run: makes a prompt unlike that of any other
 */
public record ProbeSettings(
        ServerDriver driver,
        Map<String, Object> sampling,
        Map<String, Object> extraBody,
        @Nullable Integer maxModelLength,
        Clients clients,
        String salt) {

    /** Opens measuring clients. */
    public interface Clients {

        /** Opens a client whose requests carry further fields; its user closes it. */
        LoadClient sending(Map<String, Object> fields);
    }

    public ProbeSettings {
        requireNonNull(driver, "driver is null");
        sampling = Collections.unmodifiableMap(new LinkedHashMap<>(sampling));
        extraBody = Collections.unmodifiableMap(new LinkedHashMap<>(extraBody));
        requireNonNull(clients, "clients is null");
        requireNonNull(salt, "salt is null");
    }
}
