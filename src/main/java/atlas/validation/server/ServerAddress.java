package atlas.validation.server;

import java.net.URI;
import java.util.Locale;

/** Checks and normalizes the address that a user gave for a server. */
final class ServerAddress {

    private static final String API_ROOT = "/v1";

    private ServerAddress() {}

    /**
     * Returns the address without a trailing slash and without {@code /v1}.
     *
     * @throws ServerException if it is no address of an HTTP server
     */
    static URI normalized(URI given) {
        String scheme = given.getScheme();
        boolean http = scheme != null && (scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https"));
        if (!http || given.getHost() == null) {
            throw new ServerException("'" + given + "' is no address of an HTTP server; write it as http://host:port");
        }
        String path = given.getPath() == null ? "" : given.getPath();
        while (path.endsWith("/")) {
            path = path.substring(0, path.length() - 1);
        }
        if (path.endsWith(API_ROOT)) {
            path = path.substring(0, path.length() - API_ROOT.length());
        }
        return URI.create(scheme.toLowerCase(Locale.ROOT) + "://" + given.getRawAuthority() + path);
    }
}
