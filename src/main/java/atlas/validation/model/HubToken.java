package atlas.validation.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The token for a model hub. Never printed: what it shows of itself is where it came from. */
final class HubToken {

    private final @Nullable String secret;
    private final String origin;

    private HubToken(@Nullable String secret, String origin) {
        this.secret = secret;
        this.origin = origin;
    }

    /**
     * Takes the token from a file, else from {@code HF_TOKEN}, else from where {@code hf auth login} puts it.
     *
     * @param file the file that a config names, or null
     * @param environment also says where the user's own token file is: {@code HF_TOKEN_PATH}, {@code HF_HOME},
     *     {@code XDG_CACHE_HOME} or {@code HOME}, as {@code huggingface_hub} has it
     * @throws ModelException if the file is there and cannot be read
     */
    static HubToken find(@Nullable String file, Map<String, String> environment) {
        String told = "no token is given (paths.hf_token_file, HF_TOKEN, hf auth login)";
        if (file != null && Files.exists(Path.of(file))) {
            String secret = read(Path.of(file));
            if (!secret.isEmpty()) {
                return new HubToken(secret, "the token in " + file);
            }
            told = "the token file " + file + " is empty";
        } else if (file != null) {
            told = "the token file " + file + " does not exist";
        }
        String variable = variable(environment, "HF_TOKEN");
        return variable.isEmpty()
                ? ofLogin(environment).orElse(new HubToken(null, told))
                : new HubToken(variable, "the token in HF_TOKEN");
    }

    private static Optional<HubToken> ofLogin(Map<String, String> environment) {
        String named = variable(environment, "HF_TOKEN_PATH");
        Path file = named.isEmpty() ? home(environment).resolve("token") : Path.of(named);
        return file.isAbsolute() && Files.isReadable(file)
                ? Optional.of(read(file))
                        .filter(secret -> !secret.isEmpty())
                        .map(secret -> new HubToken(secret, "the token of hf auth login in " + file))
                : Optional.empty();
    }

    private static Path home(Map<String, String> environment) {
        String home = variable(environment, "HF_HOME");
        if (!home.isEmpty()) {
            return Path.of(home);
        }
        String caches = variable(environment, "XDG_CACHE_HOME");
        Path cache = caches.isEmpty() ? Path.of(variable(environment, "HOME"), ".cache") : Path.of(caches);
        return cache.resolve("huggingface");
    }

    private static String variable(Map<String, String> environment, String name) {
        return Objects.requireNonNullElse(environment.get(name), "").strip();
    }

    private static String read(Path file) {
        try {
            String secret = Files.readString(file).strip();
            if (secret.chars().anyMatch(character -> character <= ' ' || character > '~')) {
                throw new ModelException("the token file %s holds more than one token on one line".formatted(file));
            }
            return secret;
        } catch (IOException unreadable) {
            throw new ModelException("the token file %s cannot be read (%s)"
                    .formatted(file, unreadable.getClass().getSimpleName()));
        }
    }

    boolean given() {
        return secret != null;
    }

    /** Returns the value of the header that carries it. */
    String header() {
        return "Bearer " + secret;
    }

    /** Returns where it came from, or why there is none. */
    String origin() {
        return origin;
    }

    @Override
    public String toString() {
        return origin;
    }
}
