package atlas.validation.config;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How to get to the server: with which key, trusting whom, through which proxy. Holds no secret itself.
 *
 * @param apiKeyEnv name of the environment variable that holds the API key, or null; never the key
 * @param apiKeyFile file that holds the API key, or null; never together with {@code apiKeyEnv}
 * @param caFile PEM file of certificate authorities that are trusted beside those of the platform, or null
 * @param proxy {@code http} address of the proxy, or null for none, whatever the environment names
 */
public record AccessSettings(
        @Nullable String apiKeyEnv,
        @Nullable Path apiKeyFile,
        @Nullable Path caFile,
        @Nullable URI proxy) {

    /** No key, the platform's trust, no proxy. */
    public static final AccessSettings PLAIN = new AccessSettings(null, null, null, null);
}
