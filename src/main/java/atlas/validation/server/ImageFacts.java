package atlas.validation.server;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * What is known of a container image.
 *
 * @param name what the config calls it
 * @param digest its digest in the registry it came from, else its own id; both begin with {@code sha256:}
 * @param architecture the processor that it is built for, in Docker's words: {@code amd64}, {@code arm64}; empty where
 *     it does not say
 * @param entrypoint what its command line begins with
 * @param command what follows the entrypoint unless told otherwise
 */
public record ImageFacts(
        String name, String digest, String architecture, List<String> entrypoint, List<String> command) {

    public ImageFacts {
        requireNonNull(name, "name is null");
        requireNonNull(digest, "digest is null");
        requireNonNull(architecture, "architecture is null");
        entrypoint = List.copyOf(entrypoint);
        command = List.copyOf(command);
    }
}
