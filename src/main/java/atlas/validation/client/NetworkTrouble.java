package atlas.validation.client;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.proxy.ProxyConnectException;
import io.netty.handler.ssl.NotSslRecordException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Says in a few words what a failure of the network was, and what to do where that is known. */
final class NetworkTrouble {

    private NetworkTrouble() {}

    static String of(@Nullable Throwable failure) {
        if (failure == null) {
            return "given up";
        }
        Optional<Throwable> tunnel =
                causes(failure).filter(ProxyConnectException.class::isInstance).findFirst();
        if (tunnel.isPresent()) {
            return "the proxy makes no tunnel: " + lastOf(message(tunnel.get()), ", ");
        }
        return switch (failure) {
            case ConnectTimeoutException ignored -> "no answer in time";
            case ConnectException ignored when message(failure).contains("refused") -> "connection refused";
            case UnknownHostException ignored -> "unknown host";
            case NotSslRecordException ignored -> "the server does not speak TLS; write http:// instead of https://";
            case SSLException tls -> "TLS: " + ofTls(tls);
            default -> message(failure).contains("reset by peer") ? "connection reset by peer" : message(failure);
        };
    }

    private static String ofTls(SSLException failure) {
        return causes(failure)
                .map(NetworkTrouble::ofCertificate)
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(message(failure));
    }

    private static Stream<Throwable> causes(Throwable failure) {
        List<Throwable> causes = new ArrayList<>();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            causes.add(cause);
        }
        return causes.stream();
    }

    private static Optional<String> ofCertificate(Throwable cause) {
        return switch (cause) {
            case CertificateExpiredException ignored ->
                Optional.of("the server's certificate has expired; give the server a new one");
            case CertificateNotYetValidException ignored ->
                Optional.of("the server's certificate is not valid yet; is the clock right on both sides?");
            case CertPathBuilderException ignored -> Optional.of(untrusted());
            case CertPathValidatorException invalid
            when invalid.getReason() == CertPathValidatorException.BasicReason.EXPIRED ->
                Optional.of("the server's certificate has expired; give the server a new one");
            case CertificateException other
            when message(other).contains("No subject alternative")
                    || message(other).startsWith("No name matching") ->
                Optional.of("the server's certificate is for another host (" + message(other)
                        + "); use the host that it names");
            default -> Optional.empty();
        };
    }

    private static String untrusted() {
        return "nobody whom this Java trusts vouches for the server's certificate;"
                + " name the authority that signed it, as PEM, in params.ca_file";
    }

    private static String lastOf(String message, String separator) {
        return message.substring(message.lastIndexOf(separator) < 0 ? 0 : message.lastIndexOf(separator) + 2);
    }

    private static String message(Throwable failure) {
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }
}
