package atlas.validation.server;

import io.restassured.builder.RequestSpecBuilder;
import io.restassured.config.HttpClientConfig;
import io.restassured.config.RedirectConfig;
import io.restassured.config.RestAssuredConfig;
import io.restassured.config.SSLConfig;
import io.restassured.specification.RequestSpecification;
import java.net.URI;
import java.time.Duration;
import javax.net.ssl.X509TrustManager;
import org.apache.http.client.HttpClient;
import org.apache.http.conn.ssl.SSLSocketFactory;
import org.apache.http.impl.client.DefaultHttpClient;
import org.jspecify.annotations.Nullable;

/** Makes the RestAssured specification of plain requests to one server. Uses none of RestAssured's global settings. */
public final class RestSpecification {

    private RestSpecification() {}

    /**
     * Returns a specification; it is good for any number of requests, one after the other.
     *
     * @param base the server's address without {@code /v1}
     * @param access the key, whom to trust, and the proxy
     * @param timeout longest wait for a connection, and for each read
     */
    public static RequestSpecification of(URI base, Access access, Duration timeout) {
        int millis = Math.toIntExact(timeout.toMillis());
        RequestSpecBuilder builder = new RequestSpecBuilder()
                .setBaseUri(base)
                .setUrlEncodingEnabled(false)
                .setConfig(RestAssuredConfig.newConfig()
                        .sslConfig(tls(access.trust()))
                        .redirect(RedirectConfig.redirectConfig().followRedirects(false))
                        .httpClient(HttpClientConfig.httpClientConfig()
                                .httpClientFactory(RestSpecification::clientWithoutRetries)
                                .setParam("http.connection.timeout", millis)
                                .setParam("http.socket.timeout", millis)));
        if (access.apiKey() != null) {
            builder.addHeader("Authorization", "Bearer " + access.apiKey());
        }
        if (access.proxy() != null) {
            builder.setProxy(access.proxy());
        }
        return builder.build();
    }

    @SuppressWarnings("deprecation") // RestAssured 6.0 takes no other kind of factory.
    private static SSLConfig tls(@Nullable X509TrustManager trust) {
        return trust == null
                ? SSLConfig.sslConfig()
                : SSLConfig.sslConfig().sslSocketFactory(new SSLSocketFactory(TrustedAuthorities.context(trust)));
    }

    /**
     * Makes the client of RestAssured's choice; its retries would blur what was seen, and are logged to the console.
     */
    @SuppressWarnings("deprecation") // RestAssured 6.0 takes no other kind of client.
    private static HttpClient clientWithoutRetries() {
        DefaultHttpClient client = new DefaultHttpClient();
        client.setHttpRequestRetryHandler((exception, executions, context) -> false);
        return client;
    }
}
