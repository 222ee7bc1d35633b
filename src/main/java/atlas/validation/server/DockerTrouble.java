package atlas.validation.server;

import com.github.dockerjava.api.exception.DockerException;
import java.net.ConnectException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Puts into one sentence what a Docker daemon refuses, or why it does not answer. */
final class DockerTrouble {

    private static final PhraseBook BOOK = PhraseBook.ofDocker();

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
