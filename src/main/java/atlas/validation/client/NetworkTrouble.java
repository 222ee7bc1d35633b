package atlas.validation.client;

import io.netty.channel.ConnectTimeoutException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Says in a few words what a failure of the network was. */
final class NetworkTrouble {

    private NetworkTrouble() {}

    static String of(@Nullable Throwable failure) {
        if (failure == null) {
            return "given up";
        }
        String message = failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
        return switch (failure) {
            case ConnectTimeoutException ignored -> "no answer in time";
            case ConnectException ignored when message.contains("refused") -> "connection refused";
            case UnknownHostException ignored -> "unknown host";
            case SSLException ignored -> "TLS: " + message;
            default -> message.contains("reset by peer") ? "connection reset by peer" : message;
        };
    }
}
