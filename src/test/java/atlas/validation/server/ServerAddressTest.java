package atlas.validation.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerAddressTest {

    @ParameterizedTest
    @CsvSource({
        "http://host:8888, http://host:8888",
        "http://host:8888/, http://host:8888",
        "http://host:8888/v1, http://host:8888",
        "http://host:8888/v1/, http://host:8888",
        "HTTPS://host/behind/v1, https://host/behind",
        "http://[::1]:80, http://[::1]:80"
    })
    void theApisRootIsTakenOff(URI given, URI normalized) {
        assertThat(ServerAddress.normalized(given)).isEqualTo(normalized);
    }

    @ParameterizedTest
    @ValueSource(strings = {"host:8888", "ftp://host", "/path", "http:/host", "http://under_score:1"})
    void whatIsNoAddressIsTold(URI given) {
        assertThatThrownBy(() -> ServerAddress.normalized(given))
                .isInstanceOf(ServerException.class)
                .hasMessage("'" + given + "' is no address of an HTTP server; write it as http://host:port");
    }

    @Test
    void theMessageCarriesNoStackTrace() {
        assertThat(new ServerException("a sentence").getStackTrace()).isEmpty();
    }
}
