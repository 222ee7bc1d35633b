package atlas.validation.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NetworkTroubleTest {

    @ParameterizedTest
    @MethodSource
    void saysWhatItWasAndWhatToDo(Throwable failure, String sentence) {
        assertThat(NetworkTrouble.of(failure)).isEqualTo(sentence);
    }

    static Stream<Arguments> saysWhatItWasAndWhatToDo() {
        return Stream.of(
                Arguments.of(new ConnectException("Connection refused: /127.0.0.1:1"), "connection refused"),
                Arguments.of(new UnknownHostException("x"), "unknown host"),
                Arguments.of(new java.io.IOException("Connection reset by peer"), "connection reset by peer"),
                Arguments.of(new java.io.IOException(), "IOException"),
                Arguments.of(
                        tls(new CertPathValidatorException("x", new CertificateExpiredException("NotAfter"))),
                        "TLS: the server's certificate has expired; give the server a new one"),
                Arguments.of(
                        tls(new CertificateNotYetValidException("NotBefore")),
                        "TLS: the server's certificate is not valid yet; is the clock right on both sides?"),
                Arguments.of(
                        tls(new CertificateException("No subject alternative names present")),
                        "TLS: the server's certificate is for another host (No subject alternative names present);"
                                + " use the host that it names"),
                Arguments.of(new SSLHandshakeException("handshake_failure"), "TLS: handshake_failure"));
    }

    private static SSLHandshakeException tls(Exception cause) {
        SSLHandshakeException failure = new SSLHandshakeException("PKIX path validation failed");
        failure.initCause(cause);
        return failure;
    }
}
