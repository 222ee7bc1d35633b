package atlas.validation.server;

import atlas.validation.config.AccessFiles;
import atlas.validation.config.AccessSettings;
import java.net.URI;
import java.nio.file.Path;
import java.util.function.Function;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * What it takes to get to a server.
 *
 * @param apiKey sent as bearer token, or null for none; never printed
 * @param trust who may vouch for a server with TLS; null for whom this Java trusts
 * @param proxy {@code http} address of the proxy in between; null for none, whatever the environment names
 */
public record Access(
        @Nullable String apiKey,
        @Nullable X509TrustManager trust,
        @Nullable URI proxy) {

    /** No key, this Java's trust, no proxy. */
    public static final Access PLAIN = new Access(null, null, null);

    /**
     * Fetches the key and the certificates that the settings name.
     *
     * @param environment gives the value of a variable, null where it is not set
     * @throws ServerException if one of them is not there
     */
    public static Access of(AccessSettings settings, Function<String, @Nullable String> environment) {
        return new Access(apiKey(settings, environment), trust(settings.caFile()), settings.proxy());
    }

    private static @Nullable String apiKey(AccessSettings settings, Function<String, @Nullable String> environment) {
        Path file = settings.apiKeyFile();
        if (file != null) {
            try {
                return AccessFiles.apiKey(file);
            } catch (AccessFiles.Unusable unusable) {
                throw new ServerException("the API key is to come from %s, which %s".formatted(file, unusable.what()));
            }
        }
        String variable = settings.apiKeyEnv();
        if (variable == null) {
            return null;
        }
        String key = environment.apply(variable);
        if (key == null) {
            throw new ServerException(
                    "the API key is to come from the environment variable %s, which is not set; export it"
                            .formatted(variable));
        }
        return key;
    }

    private static @Nullable X509TrustManager trust(@Nullable Path caFile) {
        if (caFile == null) {
            return null;
        }
        try {
            return TrustedAuthorities.with(AccessFiles.authorities(caFile));
        } catch (AccessFiles.Unusable unusable) {
            throw new ServerException("params.ca_file %s %s".formatted(caFile, unusable.what()));
        }
    }

    /** Strikes the key out of what a server says, should it quote it: its answers are shown to people. */
    String withoutKey(String text) {
        return apiKey == null || apiKey.isEmpty() ? text : text.replace(apiKey, "***");
    }

    @Override
    public String toString() {
        return "Access[apiKey=%s, trust=%s, proxy=%s]"
                .formatted(apiKey == null ? "none" : "***", trust == null ? "platform" : "own", proxy);
    }
}
