package atlas.validation.client;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The server that requests go to.
 *
 * @param base {@code http} or {@code https} address, with or without {@code /v1}
 * @param apiKey sent as bearer token; never printed
 */
public record Endpoint(URI base, @Nullable String apiKey) {

    public Endpoint {
        requireNonNull(base, "base is null");
        String scheme = base.getScheme();
        if (base.getHost() == null
                || scheme == null
                || !scheme.toLowerCase(Locale.ROOT).matches("https?")) {
            throw new IllegalArgumentException("base must be an http or https address, got [" + base + "]");
        }
    }

    /** Returns a text from the server with the key struck out, should the server have quoted it. */
    public String withoutKey(String text) {
        return apiKey == null || apiKey.isEmpty() ? text : text.replace(apiKey, "***");
    }

    boolean isSecure() {
        return base.getScheme().equalsIgnoreCase("https");
    }

    /** Returns the host as the resolver wants it: an IPv6 address without its brackets. */
    String host() {
        String host = base.getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    int port() {
        if (base.getPort() >= 0) {
            return base.getPort();
        }
        return isSecure() ? 443 : 80;
    }

    /** Returns the value of the {@code Host} header: the port is left out where the address has none. */
    String authority() {
        return base.getPort() >= 0 ? base.getHost() + ":" + base.getPort() : base.getHost();
    }

    /** Returns the path of chat completions below the base. */
    String chatPath() {
        String path = base.getRawPath() == null ? "" : base.getRawPath();
        while (path.endsWith("/")) {
            path = path.substring(0, path.length() - 1);
        }
        return (path.endsWith("/v1") ? path : path + "/v1") + "/chat/completions";
    }

    @Override
    public String toString() {
        return "Endpoint[base=" + base + ", apiKey=" + (apiKey == null ? "none" : "***") + "]";
    }
}
