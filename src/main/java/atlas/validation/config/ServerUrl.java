package atlas.validation.config;

import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/** The address of a running server as a user writes it, or what is wrong with it. */
sealed interface ServerUrl {

    /** An address that can be used. */
    record Good(URI url) implements ServerUrl {}

    /**
     * An address that cannot be used.
     *
     * @param message what is wrong, without what may be a password
     * @param fix what to write instead
     */
    record Bad(String message, @Nullable String fix) implements ServerUrl {}

    /**
     * Reads an address.
     *
     * @param name what it is called in messages
     */
    static ServerUrl parse(String name, String text) {
        URI url;
        try {
            url = new URI(text.strip());
        } catch (URISyntaxException malformed) {
            return new Bad(name + " " + shown(text) + " is no URL", "write it as http://host:port");
        }
        String scheme = url.getScheme();
        if (scheme == null || url.getRawSchemeSpecificPart() == null || !text.contains("://")) {
            return new Bad(name + " " + shown(text) + " has no scheme", "write http://" + shown(text));
        }
        if (!scheme.equals("http") && !scheme.equals("https")) {
            return new Bad(name + " has scheme " + scheme, "write it as http://host:port or https://host:port");
        }
        if (authority(url).contains("@")) {
            return new Bad(name + " holds a user or password", "remove it; an API key comes from -Dapi.key.env");
        }
        if (url.getHost() == null && hostOf(url).contains("_")) {
            return new Bad(
                    name + " " + shown(text) + " has the host " + hostOf(url)
                            + ", and names of hosts have no underscore",
                    "write the server's IP address, or give it a name without one (Docker Compose: a network alias)");
        }
        if (url.getHost() == null || url.getPort() > 65_535) {
            return new Bad(name + " " + shown(text) + " has no valid host and port", "write it as http://host:port");
        }
        if (url.getRawQuery() != null || url.getRawFragment() != null) {
            return new Bad(name + " " + shown(text) + " has a query or fragment", "end it after the path");
        }
        return new Good(url);
    }

    /** Returns the host as it is written: one that is not legal is not told by {@link URI#getHost()}. */
    private static String hostOf(URI url) {
        return authority(url).replaceFirst(":[^:]*$", "");
    }

    private static String authority(URI url) {
        return url.getRawAuthority() == null ? "" : url.getRawAuthority();
    }

    /** Returns the text without what stands before the last {@code @}: a password may hold a slash as well. */
    static String shown(String text) {
        return text.replaceAll("(?s)^(\\s*[A-Za-z][A-Za-z0-9+.-]*://)?.*@", "$1" + Secrets.MASK + "@");
    }
}
