package atlas.validation.server;

import io.restassured.builder.RequestSpecBuilder;
import io.restassured.config.HttpClientConfig;
import io.restassured.config.RedirectConfig;
import io.restassured.config.RestAssuredConfig;
import io.restassured.specification.RequestSpecification;
import java.net.URI;
import java.time.Duration;
import org.apache.http.client.HttpClient;
import org.apache.http.impl.client.DefaultHttpClient;
import org.jspecify.annotations.Nullable;

/** Makes the RestAssured specification of plain requests to one server. Uses none of RestAssured's global settings. */
public final class RestSpecification {

    private RestSpecification() {}

    /**
     * Returns a specification; it is good for any number of requests, one after the other.
     *
     * @param base the server's address without {@code /v1}
     * @param apiKey the key that is sent, or null for none
     * @param timeout longest wait for a connection, and for each read
     */
    public static RequestSpecification of(URI base, @Nullable String apiKey, Duration timeout) {
        int millis = Math.toIntExact(timeout.toMillis());
        RequestSpecBuilder builder = new RequestSpecBuilder()
                .setBaseUri(base)
                .setUrlEncodingEnabled(false)
                .setConfig(RestAssuredConfig.newConfig()
                        .redirect(RedirectConfig.redirectConfig().followRedirects(false))
                        .httpClient(HttpClientConfig.httpClientConfig()
                                .httpClientFactory(RestSpecification::clientWithoutRetries)
                                .setParam("http.connection.timeout", millis)
                                .setParam("http.socket.timeout", millis)));
        if (apiKey != null) {
            builder.addHeader("Authorization", "Bearer " + apiKey);
        }
        return builder.build();
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
