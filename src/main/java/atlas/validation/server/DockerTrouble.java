package atlas.validation.server;

import com.github.dockerjava.api.exception.DockerClientException;
import com.github.dockerjava.api.exception.DockerException;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Puts into one sentence what a Docker daemon refuses, or why it does not answer. */
final class DockerTrouble {

    private static final PhraseBook BOOK = PhraseBook.ofDocker();
    private static final List<String> CUT_OFF =
            List.of("broken pipe", "connection reset", "end of stream", "failed to respond");

    private DockerTrouble() {}

    /** Returns the daemon's own words, or those of whatever stands in the way to it. */
    static String words(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof DockerException refused) {
                return message(String.valueOf(refused.getMessage()));
            }
        }
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }

    /** Tells whether a connection to a daemon broke off, which tells nothing about whether it is there. */
    static boolean isCutOff(RuntimeException thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException) {
                String message = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
                return CUT_OFF.stream().anyMatch(message::contains);
            }
        }
        return false;
    }

    /** Tells whether a daemon, or the way to it, is behind what was thrown, and no fault of ours. */
    static boolean isOfDaemon(RuntimeException thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof DockerException
                    || cause instanceof DockerClientException
                    || cause instanceof IOException) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the trouble.
     *
     * @param what what could not be done: {@code the container cannot be started}
     */
    static ServerException exception(String what, String asked, Throwable thrown) {
        return silence(asked, thrown)
                .map(silent -> new ServerException(what + ": " + silent))
                .orElseGet(() -> exception(what, words(thrown)));
    }

    /** Returns the same for what a daemon said without refusing the call. */
    static ServerException exception(String what, String words) {
        return BOOK.find(words)
                .map(known ->
                        new ServerException("%s: %s; Docker says: %s".formatted(what, known.meaning(), words), known))
                .orElseGet(() -> new ServerException("%s; Docker says: %s".formatted(what, words)));
    }

    /** Returns why the daemon cannot be spoken to at all, or nothing when it answered. */
    private static Optional<String> silence(String asked, Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (String.valueOf(cause.getMessage()).contains("HTTP request to an HTTPS server")) {
                return Optional.of(
                        "the Docker daemon at %s speaks TLS; set DOCKER_TLS_VERIFY=1, and DOCKER_CERT_PATH to the folder of ca.pem, cert.pem and key.pem"
                                .formatted(asked));
            }
            if (cause instanceof SSLException) {
                return Optional.of(
                        "the Docker daemon at %s and the certificates of DOCKER_CERT_PATH do not fit (%s); try: docker -H %s --tlsverify info"
                                .formatted(
                                        asked,
                                        String.valueOf(cause.getMessage()).replaceAll("\\s+", " "),
                                        asked));
            }
            if (cause instanceof DockerException) {
                return Optional.empty();
            }
            String message = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
            if (message.contains("permission denied")) {
                return Optional.of("no permission to use the Docker daemon at %s; add your user to the group docker"
                        .formatted(asked));
            }
            if (cause instanceof ConnectException
                    || cause instanceof NoSuchFileException
                    || message.contains("connection refused")
                    || message.contains("no such file or directory")) {
                return Optional.of("no Docker daemon answers at %s; start it, or correct docker_host".formatted(asked));
            }
        }
        return Optional.empty();
    }

    /** Returns the sentence inside the JSON that a daemon answers with. */
    private static String message(String text) {
        int brace = text.indexOf('{');
        if (brace < 0) {
            return text.strip();
        }
        try {
            String inside = JsonMapper.shared()
                    .readTree(text.substring(brace))
                    .path("message")
                    .asString("");
            return inside.isEmpty() ? text.strip() : inside.strip();
        } catch (JacksonException notJson) {
            return text.strip();
        }
    }
}
