package atlas.validation.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTest {

    @ParameterizedTest
    @CsvSource({
        "http://host:8888, host, 8888, host:8888, /v1/chat/completions",
        "http://host:8888/, host, 8888, host:8888, /v1/chat/completions",
        "http://host:8888/v1, host, 8888, host:8888, /v1/chat/completions",
        "http://host:8888/v1/, host, 8888, host:8888, /v1/chat/completions",
        "https://host/api, host, 443, host, /api/v1/chat/completions",
        "HTTP://host, host, 80, host, /v1/chat/completions",
        "http://[::1]:81, ::1, 81, [::1]:81, /v1/chat/completions"
    })
    void findsHostPortAndPath(URI base, String host, int port, String authority, String path) {
        Endpoint endpoint = new Endpoint(base, null);

        assertThat(endpoint.host()).isEqualTo(host);
        assertThat(endpoint.port()).isEqualTo(port);
        assertThat(endpoint.authority()).isEqualTo(authority);
        assertThat(endpoint.path(RequestApi.CHAT)).isEqualTo(path);
    }

    @Test
    void neverPrintsTheKey() {
        assertThat(new Endpoint(URI.create("http://host"), "secret")).asString().doesNotContain("secret");
    }

    @ParameterizedTest
    @CsvSource({
        "bad key sk-0123456789abcdef!, bad key ***!",
        "bad key sk-0123456789, bad key ***",
        "bad key sk-01234, bad key ***",
        "bad key sk-012, bad key sk-012",
        "no key, no key"
    })
    void strikesOutTheKeyAndWhatIsLeftOfOneThatWasCut(String told, String shown) {
        Endpoint endpoint = new Endpoint(URI.create("http://host"), "sk-0123456789abcdef");

        assertThat(endpoint.withoutKey(told)).isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(strings = {"host:8888", "ftp://host", "/v1", "http:///x"})
    void rejectsWhatIsNoAddress(URI base) {
        assertThatThrownBy(() -> new Endpoint(base, null))
                .hasMessageStartingWith("base must be an http or https address");
    }
}
