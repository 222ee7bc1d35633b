package atlas.validation.client;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.util.Locale;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The server that requests go to, and the way there.
 *
 * @param base {@code http} or {@code https} address, with or without {@code /v1}
 * @param apiKey sent as bearer token; never printed
 * @param trust who may vouch for a server with TLS; null for whom this Java trusts
 * @param proxy {@code http} address of the proxy in between; null for none, whatever the environment names
 */
public record Endpoint(
        URI base,
        @Nullable String apiKey,
        @Nullable X509TrustManager trust,
        @Nullable URI proxy) {

    private static final String MASK = "***";

    /** Fewer characters may be a word, and give nothing away. */
    private static final int LEAST_PART_OF_KEY = 8;

    public Endpoint {
        requireNonNull(base, "base is null");
        String scheme = base.getScheme();
        if (base.getHost() == null
                || scheme == null
                || !scheme.toLowerCase(Locale.ROOT).matches("https?")) {
            throw new IllegalArgumentException("base must be an http or https address, got [" + base + "]");
        }
        if (proxy != null && (proxy.getHost() == null || !"http".equalsIgnoreCase(proxy.getScheme()))) {
            throw new IllegalArgumentException("proxy must be an http address, got [" + proxy + "]");
        }
    }

    /** Creates an endpoint that is reached directly, and trusted as this Java does. */
    public Endpoint(URI base, @Nullable String apiKey) {
        this(base, apiKey, null, null);
    }

    /**
     * Returns a text from the server with the key struck out, should the server have quoted it; also the beginning of
     * the key at the end of a text that was cut there.
     */
    public String withoutKey(String text) {
        if (apiKey == null || apiKey.isEmpty()) {
            return text;
        }
        String masked = text.replace(apiKey, MASK);
        for (int length = apiKey.length() - 1; length >= LEAST_PART_OF_KEY; length--) {
            if (masked.endsWith(apiKey.substring(0, length))) {
                return masked.substring(0, masked.length() - length) + MASK;
            }
        }
        return masked;
    }

    boolean isSecure() {
        return base.getScheme().equalsIgnoreCase("https");
    }

    /** Returns the host as the resolver wants it: an IPv6 address without its brackets. */
    String host() {
        return withoutBrackets(base.getHost());
    }

    static String withoutBrackets(String host) {
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

    /**
     * Returns what the request line names: the path of the API, and to a proxy that reads the request the whole
     * address. Through a proxy, TLS goes in a tunnel, of which the request knows nothing.
     */
    String requestTarget(RequestApi api) {
        return proxy == null || isSecure() ? path(api) : "http://" + authority() + path(api);
    }

    /** Returns the address of an API as people may see it, without user and password. */
    public String url(RequestApi api) {
        return base.getScheme() + "://" + authority() + path(api);
    }

    /** Returns the path of an API below the base. */
    String path(RequestApi api) {
        String path = base.getRawPath() == null ? "" : base.getRawPath();
        while (path.endsWith("/")) {
            path = path.substring(0, path.length() - 1);
        }
        return (path.endsWith("/v1") ? path : path + "/v1") + api.path();
    }

    @Override
    public String toString() {
        return "Endpoint[base=%s, apiKey=%s, trust=%s, proxy=%s]"
                .formatted(base, apiKey == null ? "none" : "***", trust == null ? "platform" : "own", proxy);
    }
}
