package atlas.validation.server;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import org.apache.http.NoHttpResponseException;
import org.apache.http.ProtocolException;
import org.apache.http.client.ClientProtocolException;
import org.apache.http.conn.ConnectTimeoutException;
import org.jspecify.annotations.Nullable;

/** Puts into one sentence why a request got no answer. */
final class NoAnswerReason {

    private NoAnswerReason() {}

    /**
     * Returns the sentence.
     *
     * @param url what was asked
     * @param timeout how long was waited
     * @param thrown what the HTTP client threw
     */
    static String sentence(URI url, Duration timeout, Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            String known = knownSentence(url, timeout, cause);
            if (known != null) {
                return known;
            }
        }
        return url + " cannot be asked: " + thrown + "; try: curl -v " + url;
    }

    private static @Nullable String knownSentence(URI url, Duration timeout, Throwable cause) {
        return switch (cause) {
            case UnknownHostException unknown ->
                url + " cannot be reached: the host " + url.getHost()
                        + " is unknown; is the name right, and does this machine resolve it?";
            case ConnectTimeoutException slow ->
                "%s cannot be reached: no connection within %s; is a firewall in between?"
                        .formatted(url, seconds(timeout));
            case NoRouteToHostException noRoute ->
                url + " cannot be reached: there is no route to " + url.getHost()
                        + "; is it in another network, or switched off?";
            case ConnectException refused ->
                "%s cannot be reached: connection refused; does the server run, and is port %d right?"
                        .formatted(url, port(url));
            case SocketTimeoutException silent ->
                "%s took the connection but did not answer within %s%s"
                        .formatted(url, seconds(timeout), otherScheme(url));
            case SocketException broken ->
                url + " broke the connection (" + broken.getMessage() + ")" + otherScheme(url);
            case SSLException tls -> tlsSentence(url, tls);
            case NoHttpResponseException closed -> url + " closed the connection without an answer" + otherScheme(url);
            case ClientProtocolException garbled -> url + " does not speak HTTP" + otherScheme(url);
            case ProtocolException garbled -> url + " does not speak HTTP" + otherScheme(url);
            default -> null;
        };
    }

    private static String tlsSentence(URI url, SSLException tls) {
        String detail = String.valueOf(tls.getMessage());
        if (detail.contains("plaintext") || detail.contains("Unsupported or unrecognized SSL message")) {
            return url + " does not speak HTTPS; write http:// instead of https://";
        }
        if (detail.contains("PKIX path building failed")) {
            return url
                    + " was reached, but nobody whom this Java trusts vouches for its certificate; name the authority"
                    + " that signed it, as PEM, in params.ca_file";
        }
        if (detail.contains("NotAfter") || detail.contains("validity check failed")) {
            return url + " was reached, but its certificate has expired; give the server a new one";
        }
        if (detail.contains("match")) {
            return url + " was reached, but its certificate is for another host (" + detail
                    + "); use the host that it names";
        }
        return url + " was reached, but HTTPS failed: " + detail + otherScheme(url);
    }

    /** Returns the hint for whoever talks to a server in the wrong one of the two schemes. */
    private static String otherScheme(URI url) {
        return "https".equals(url.getScheme())
                ? "; if it speaks plain HTTP, write http://"
                : "; if it speaks HTTPS, write https://";
    }

    private static int port(URI url) {
        if (url.getPort() >= 0) {
            return url.getPort();
        }
        return "https".equals(url.getScheme()) ? 443 : 80;
    }

    private static String seconds(Duration timeout) {
        return "%.0f s".formatted(timeout.toMillis() / 1000.0);
    }
}
